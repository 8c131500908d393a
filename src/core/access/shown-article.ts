import type { PublicArticle } from '../../library/library.ts';
import type { VersionRecord } from '../../library/versions.ts';
import type { SettledPayment } from '../payment/settle.ts';
import type { AccessDecision, Entitlement, Free, GrantedAccess } from './access.ts';
import { cutSection } from './section.ts';

/** The ids are public, those of the paid part too. */
export function unknownSection({ outline }: PublicArticle): AccessDecision {
  const ids = outline.map(({ id }) => id);
  const detail = ids.length > 0 ? `Its sections are ${ids.join(', ')}.` : 'It has none.';
  return { kind: 'refused', reason: 'section_not_found', detail };
}

export interface Shown {
  entitlement: Entitlement;
  section: string | undefined;
  settled?: SettledPayment | undefined;
  payer?: string | undefined;
}

export function show({ paidContent, versions }: Free, article: PublicArticle, about: Shown): GrantedAccess {
  const { entitlement, section: id, settled, payer } = about;
  const whole = paidContent.read(entitlement) ?? article;
  const section = id === undefined ? undefined : cutSection(article, whole.body, id);
  const { body, contentDigest } = whole;
  const files = paidContent.listFiles(entitlement);
  const version = versions.present(article);
  return {
    kind: 'opened',
    article,
    version,
    body,
    contentDigest,
    level: entitlement.level,
    section,
    settled,
    payer,
    files,
  };
}

/** @param article the present text, under whose names the earlier one is shown */
export async function showVersion(
  services: Free,
  article: PublicArticle,
  version: VersionRecord,
  about: Shown,
): Promise<AccessDecision> {
  const { versions } = services;
  const { entitlement, section: id, settled, payer } = about;
  const isPresent = version.name === article.versionName && version.digest === versions.present(article).digest;
  if (isPresent) return show(services, article, about);
  const { slug } = article;
  const published: PublicArticle = {
    ...(await versions.read(version)),
    id: article.id,
    slug,
    aliases: article.aliases,
    price: article.price,
  };
  const { body } = (await versions.readSold(entitlement, version)) ?? published;
  const section = id === undefined ? undefined : cutSection(published, body, id);
  if (id !== undefined && !section) return unknownSection(published);
  const { digest: contentDigest } = version;
  return {
    kind: 'opened',
    article: published,
    version,
    body,
    contentDigest,
    level: entitlement.level,
    section,
    settled,
    payer,
    files: [],
  };
}

export function showPreviewSection(
  { versions }: Free,
  article: PublicArticle,
  id: string | undefined,
): GrantedAccess | undefined {
  const section = id === undefined ? undefined : cutSection(article, article.body, id);
  if (!section) return undefined;
  const { body } = article;
  return {
    kind: 'opened',
    article,
    version: versions.present(article),
    body,
    contentDigest: null,
    level: 'public',
    section,
    settled: undefined,
    files: [],
  };
}
