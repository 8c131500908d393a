import { documents } from '../contract/document-urls.ts';
import { buildOpenApi, buildTagDocuments } from '../contract/openapi/openapi-document.ts';
import type { RecordedExamples } from '../contract/openapi/recorded-examples.ts';
import { apiTitle } from '../contract/operation.ts';
import type { Urls } from '../contract/urls.ts';
import { tagDocumentPath } from '../contract/urls.ts';
import { sha256 } from '../library/digest.ts';
import type { PublicLibrary } from '../library/library.ts';
import type { Publication } from '../library/publication-settings.ts';
import { createAcpDocument } from '../protocols/acp/acp-discovery.ts';
import { buildSkill, buildSkillIndex, skillName } from '../protocols/agent-skill.ts';
import { buildAiCatalog } from '../protocols/discovery/ai-catalog.ts';
import { buildApiCatalog } from '../protocols/discovery/api-catalog.ts';
import { buildCroissant } from '../protocols/discovery/croissant.ts';
import { buildSecurityTxt } from '../protocols/discovery/security-txt.ts';
import { buildRegistryDocument } from '../protocols/mcp/registry-document.ts';
import { buildServerCard } from '../protocols/mcp/server-card.ts';
import {
  authorizationServerMetadata,
  openidConfiguration,
  protectedResourceMetadata,
  protectedResourcePaths,
} from '../protocols/oauth/metadata.ts';
import { createPaymentInfo } from '../protocols/x402/x402-discovery.ts';

export interface DocumentSource {
  urls: Urls;
  publication: Publication;
  library: PublicLibrary;
  /** Epoch milliseconds of the build. */
  now: number;
  examples: RecordedExamples;
}

/**
 * Every discovery document that the build can write, by path. Documents that change with the clock (/.well-known/x402)
 * are not included, nor is /openapi.yaml: its page writes it from the JSON.
 */
export function buildDocuments(source: DocumentSource): Map<string, string> {
  const { urls, publication, now } = source;
  const skill = buildSkill(urls, publication);
  const about = describeApi(source);
  const json: [string, unknown][] = [
    ['/.well-known/oauth-authorization-server', authorizationServerMetadata(urls)],
    ['/.well-known/openid-configuration', openidConfiguration(urls)],
    ...protectedResourcePaths.map((path): [string, unknown] => [
      `/.well-known/oauth-protected-resource${path}`,
      protectedResourceMetadata({ urls, publication, path }),
    ]),
    ['/.well-known/mcp/server-card.json', buildServerCard(urls, publication)],
    ['/mcp/server-card', buildServerCard(urls, publication)],
    ['/mcp/docs/server-card', buildServerCard(urls, publication, 'docs')],
    ['/mcp/connector/server-card', buildServerCard(urls, publication, 'connector')],
    ['/mcp/server.json', buildRegistryDocument(urls, publication, 'product')],
    ['/mcp/docs/server.json', buildRegistryDocument(urls, publication, 'docs')],
    ['/mcp/connector/server.json', buildRegistryDocument(urls, publication, 'connector')],
    [documents.croissant.path, buildCroissant(urls, publication)],
    ['/.well-known/acp.json', createAcpDocument(source)],
    ['/.well-known/api-catalog', buildApiCatalog(urls)],
    ['/.well-known/ai-catalog.json', buildAiCatalog(urls, publication)],
    ['/.well-known/agent-skills/index.json', buildSkillIndex(urls, publication, sha256(skill))],
  ];
  return new Map([
    // The longest of them and read by programs alone: without the spaces it costs a third less.
    ['/openapi.json', JSON.stringify(buildOpenApi(about))],
    ...[...buildTagDocuments(about)].map(([tag, document]): [string, string] => [
      tagDocumentPath(tag),
      JSON.stringify(document),
    ]),
    ...json.map(([path, document]): [string, string] => [path, JSON.stringify(document, null, 2)]),
    [`/.well-known/agent-skills/${skillName}/SKILL.md`, skill],
    ['/.well-known/security.txt', buildSecurityTxt(urls, publication, now)],
  ]);
}

function describeApi({ urls, publication, library, examples }: DocumentSource) {
  const { description, publisher, deprecations } = publication;
  return {
    title: apiTitle(publication),
    description,
    contact: { name: publisher.name, email: publisher.email, url: urls.at('/contact') },
    baseUrl: urls.base,
    docsUrl: urls.developers,
    paymentInfo: createPaymentInfo({ urls, publication, library }),
    deprecations,
    examples,
  };
}
