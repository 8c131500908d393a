import { z } from 'zod';
import { licenseIds } from '../content/load/licenses.ts';
import { toSlug } from '../content/new-article.ts';
import type { ImportAssets } from './import-assets.ts';
import { isTreeNode, plainText, type Tree } from './pandoc-tree.ts';

/** Front matter that a manuscript brings along. */
export interface ManuscriptFacts {
  date?: string;
  doi?: string;
  license?: (typeof licenseIds)[number];
  tags: string[];
}

/** Keys with a place of their own, and those about the look of a page or the run of its code. */
const otherKeys =
  /^(?:title|author|abstract|bibliography|date|doi|license|keywords|format|execute|jupyter|engine|editor|csl|crossref|toc|lang|number-sections)$/;
const AuthorParts = z.object({ name: z.unknown(), orcid: z.unknown().optional() });
const License = z.enum(licenseIds);

/** The facts of a tree's metadata; each that has no place is reported. */
export function readFacts(meta: Tree['meta'], assets: ImportAssets): ManuscriptFacts {
  const [date] = readStrings(meta.date);
  const doi = readStrings(meta.doi)[0]?.replace(/^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:)/i, '');
  const [license] = readStrings(meta.license);
  const known = License.safeParse(license?.replaceAll(' ', '-').toUpperCase()).data;
  const isDay = z.iso.date().safeParse(date).success;
  if (date !== undefined && !isDay) assets.warn(`Its date, ${date}: write it as date: 2026-01-31`);
  if (license !== undefined && !known) assets.warn(`Its licence, ${license}: write its SPDX id as license:`);
  for (const [key, value] of Object.entries(meta))
    if (!otherKeys.test(key)) assets.warn(`Its ${key}: ${readStrings(value).join(', ') || 'a value with parts'}`);
  const tags = readStrings(meta.keywords)
    .flatMap((words) => words.split(/[,;]/))
    .map(toSlug);
  return {
    ...(date !== undefined && isDay ? { date } : {}),
    ...(doi ? { doi } : {}),
    ...(known ? { license: known } : {}),
    tags: [...new Set(tags)].filter((tag) => tag !== '').slice(0, 12),
  };
}

/**
 * MetaString, MetaInlines and MetaBlocks are texts, MetaList several of them; authors of Quarto are maps with a name.
 */
export function readStrings(meta: unknown): string[] {
  if (!isTreeNode(meta)) return [];
  if (meta.t === 'MetaList' && Array.isArray(meta.c)) return meta.c.flatMap(readStrings);
  if (meta.t === 'MetaMap') {
    const { name, orcid } = AuthorParts.safeParse(meta.c).data ?? {};
    const [identity] = readStrings(orcid);
    return readStrings(name).map((text) => (identity ? `${text} (ORCID ${identity})` : text));
  }
  const text = meta.t === 'MetaString' ? String(meta.c) : plainText(meta.c);
  return text.trim() === '' ? [] : [text.trim()];
}
