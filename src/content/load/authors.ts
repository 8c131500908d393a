import type { Author } from '../../library/library.ts';
import type { Report } from './rules.ts';
import { AuthorEntry, AuthorsFile, toOrcidAddress } from './schema.ts';
import { validateYaml } from './validate.ts';
import { parseYaml, type YamlResult } from './yaml.ts';

export interface AuthorRecord {
  author: Author;
  isOrganization: boolean;
}

/**
 * @returns id to author. One whose entry has something wrong in it, which is reported, is known by its id alone: the
 * articles that name it are not wrong.
 */
export function parseAuthors(text: string, report: Report): Map<string, AuthorRecord> {
  const parsed = parseYaml(text);
  for (const { at, message } of parsed.failures) report('authors-file', at, message);
  const read = validateYaml(AuthorsFile, parsed, { rule: 'authors-file', report });
  const authors = read ?? readRightOnes(parsed);
  return new Map(
    Object.entries(authors).map(([id, { name, orcid, url, affiliation, about, organization }]) => {
      const identity = orcid ? toOrcidAddress(orcid) : null;
      const author: Author = {
        id,
        name,
        orcid: identity,
        url: url ?? null,
        affiliation: affiliation ?? null,
        about: about ?? null,
      };
      return [id, { author, isOrganization: organization }];
    }),
  );
}

function readRightOnes({ data, unreadable }: YamlResult): AuthorsFile {
  const ids = new Set([...Object.keys(data), ...unreadable]);
  const entries = [...ids].map((id) => {
    const read = AuthorEntry.safeParse(data[id]);
    return [id, read.success ? read.data : { name: id, organization: true }] as const;
  });
  return Object.fromEntries(entries);
}
