import { z } from 'zod';
import type { Author } from '../../library/library.ts';
import { type AuthorRecord, isGuess, joinName, readName } from './names.ts';
import type { Report } from './rules.ts';
import { AuthorEntry, AuthorsFile, Slug, toOrcidUrl } from './schema.ts';
import { validateYaml } from './validate.ts';
import { parseYaml, type YamlResult } from './yaml.ts';

/**
 * @returns author by ID. An author with an invalid entry, which is reported, is still known by ID: the articles that
 *   name it are valid.
 */
export function parseAuthors(text: string, report: Report): Map<string, AuthorRecord> {
  const parsed = parseYaml(text);
  for (const { at, message } of parsed.failures) report('authors-file', at, message);
  const read = validateYaml(AuthorsFile, parsed, { rule: 'authors-file', report });
  // An invalid ID stops zod from validating the entry below it.
  const misnamed = Object.entries(parsed.data).filter(([id]) => !Slug.safeParse(id).success);
  const below = { ...parsed, data: Object.fromEntries(misnamed) };
  validateYaml(z.record(z.string(), AuthorEntry), below, { rule: 'authors-file', report });
  const authors = Object.entries(read ?? readRightOnes(parsed));
  for (const [id, entry] of authors) {
    if (!isGuess(entry)) continue;
    const { family, given } = readName(entry);
    const message = `Cited as "${family}, ${given}"; write family: and given: to confirm or correct it, or literal: true for a name that is not split`;
    report('author-name', parsed.find([id, 'name']), message);
  }
  return new Map(authors.map(([id, entry]) => [id, toRecord(id, entry)]));
}

function toRecord(id: string, entry: AuthorEntry): AuthorRecord {
  const { orcid, url = null, affiliation = null, about = null, organization } = entry;
  const identity = orcid ? toOrcidUrl(orcid) : null;
  const author: Author = { id, name: joinName(entry), orcid: identity, url, affiliation, about };
  return { author, isOrganization: organization, name: readName(entry) };
}

function readRightOnes({ data, unreadable }: YamlResult): AuthorsFile {
  const ids = new Set([...Object.keys(data), ...unreadable]);
  const entries = [...ids].map((id) => {
    const read = AuthorEntry.safeParse(data[id]);
    return [id, read.success ? read.data : { name: id, literal: false, organization: true }] as const;
  });
  return Object.fromEntries(entries);
}
