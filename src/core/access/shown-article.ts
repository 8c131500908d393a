import type { PublicArticle } from '../../library/library.ts';
import type { VersionRecord } from '../../library/versions.ts';
import type { SettledPayment } from '../payment/settle.ts';
import type { AccessDecision, Entitlement, GrantedAccess, ReadServices } from './access.ts';
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

type ReadText = Pick<GrantedAccess, 'version' | 'body' | 'contentDigest' | 'files'>;

/** @param text the part of the article that the caller may read; without the section, the result has none */
function grant(
  article: PublicArticle,
  text: ReadText,
  { entitlement, section: id, settled, payer }: Omit<Shown, 'entitlement'> & { entitlement?: Entitlement },
): GrantedAccess {
  const section = id === undefined ? undefined : cutSection(article, text.body, id);
  return { kind: 'opened', article, ...text, level: entitlement?.level ?? 'public', section, settled, payer };
}

export function show({ paidContent, versions }: ReadServices, article: PublicArticle, about: Shown): GrantedAccess {
  const { body, contentDigest } = paidContent.read(about.entitlement) ?? article;
  const files = paidContent.listFiles(about.entitlement);
  return grant(article, { version: versions.present(article), body, contentDigest, files }, about);
}

/** @param article the present text, under whose names the earlier one is shown */
export async function showVersion(
  services: ReadServices,
  article: PublicArticle,
  version: VersionRecord,
  about: Shown,
): Promise<AccessDecision> {
  const { versions, paidContent } = services;
  const isPresent = version.name === article.versionName && version.digest === versions.present(article).digest;
  if (isPresent) return show(services, article, about);
  const { id, slug, aliases, price } = article;
  const published: PublicArticle = { ...(await versions.read(version)), id, slug, aliases, price };
  const { body } = (await versions.readPaid(about.entitlement, version)) ?? published;
  // Those of the present text: a figure is mostly the same under the same name. A free text needs no right, and paid
  // files do.
  const files = version.tier === 'free' ? [] : paidContent.listFiles(about.entitlement);
  const shown = grant(published, { version, body, contentDigest: version.digest, files }, about);
  return about.section !== undefined && !shown.section ? unknownSection(published) : shown;
}

export function showPreviewSection(
  { versions }: ReadServices,
  article: PublicArticle,
  section: string | undefined,
): GrantedAccess | undefined {
  const text = { version: versions.present(article), body: article.body, contentDigest: null, files: [] };
  const shown = grant(article, text, { section });
  return shown.section && shown;
}
