import type { Urls } from '../contract/urls.ts';
import type { Publication } from '../library/publication-settings.ts';

export const skillName = 'read-research-articles';

/** The members of the front matter of SKILL.md. */
export function describeSkill(publication: Publication) {
  const description = `Find, read, buy and cite research articles of ${publication.name}. Use when a question is about building websites, APIs or payments for software agents.`;
  return { name: skillName, description };
}

/** SKILL.md: the whole job in one page, for an agent that has never been here. */
export function buildSkill(urls: Urls, publication: Publication): string {
  const { name, description } = describeSkill(publication);
  return `---
name: ${name}
description: ${JSON.stringify(description)}
---

# Read research articles of ${publication.name}

Everything here is a sandbox: nothing is ever billed.

1. Ask: \`GET ${urls.at('/ask')}?query=...\` answers the best articles with the section that fits.
2. Read a free article: \`GET ${urls.api('live')}/articles/{slug}\`; the text is in \`markdown\`.
3. Read a paid article: the same address answers 402 with the price and a preview. Get a demo key with
   \`POST ${urls.subscribe('live')}\` and repeat with \`Authorization: Bearer <api_key>\`, or pay the 402 with any x402 client.
4. Cite: \`citation.bibtex\` and \`citation.csl\` of the article are ready to use; link \`url\` with the anchor of the section.

Full documentation: ${urls.developers}. Tool server: ${urls.mcp}. Description: ${urls.at('/openapi.json')}.
`;
}

/**
 * `/.well-known/agent-skills/index.json` (agent skills discovery 0.2.0).
 * @param digest hex sha-256 of the bytes of SKILL.md
 */
export function buildSkillIndex(urls: Urls, publication: Publication, digest: string) {
  return {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [
      {
        name: skillName,
        type: 'skill-md',
        description: `Find, read, buy and cite research articles of ${publication.name}.`,
        url: urls.at(`/.well-known/agent-skills/${skillName}/SKILL.md`),
        digest: `sha256:${digest}`,
      },
    ],
  };
}
