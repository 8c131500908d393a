import type { PublicArticle } from '../../library/library.ts';
import type { VersionRecord } from '../../library/versions.ts';
import type { AccessDecision, GrantedAccess } from './access-decision.ts';
import { cutSection } from './section.ts';

/** The ids are public, those of the paid part too. */
export function unknownSection({ outline }: PublicArticle): AccessDecision {
  const ids = outline.map(({ id }) => id);
  const detail = ids.length > 0 ? `Its sections are ${ids.join(', ')}.` : 'It has none.';
  return { kind: 'refused', reason: 'section_not_found', detail };
}

/** The requested section, and the payment by which it is shown. */
export interface Shown {
  section: string | undefined;
  settled?: GrantedAccess['settled'];
  payer?: string | undefined;
}

type ReadText = Pick<GrantedAccess, 'version' | 'body' | 'contentDigest' | 'files' | 'level'>;

/** @param text the part of the article that the caller may read; without the section, the result has none */
export function grant(article: PublicArticle, text: ReadText, { section: id, settled, payer }: Shown): GrantedAccess {
  const section = id === undefined ? undefined : cutSection(article, text.body, id);
  return { kind: 'opened', article, ...text, section, settled, payer };
}

export function showPreviewSection(
  article: PublicArticle,
  version: VersionRecord,
  section: string | undefined,
): GrantedAccess | undefined {
  const text = { version, body: article.body, contentDigest: null, files: [], level: 'public' } as const;
  const shown = grant(article, text, { section });
  return shown.section && shown;
}
