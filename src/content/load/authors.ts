import type { Report } from '../checks/rules.ts';
import type { Author } from '../library/library.ts';
import { AuthorsFile, toOrcidAddress } from './schema.ts';
import { validateYaml } from './validate.ts';
import { parseYaml } from './yaml.ts';

export interface AuthorRecord {
  author: Author;
  isOrganization: boolean;
}

/** @returns id to author; undefined when anything is wrong, which is reported. */
export function parseAuthors(text: string, report: Report): Map<string, AuthorRecord> | undefined {
  const parsed = parseYaml(text);
  if (parsed.kind === 'failed') {
    for (const { at, message } of parsed.failures) report('authors-file', at, message);
    return undefined;
  }
  const authors = validateYaml(AuthorsFile, parsed, {
    rule: 'authors-file',
    keyRule: 'authors-file',
    knownKeys: [],
    report,
  });
  if (!authors) return undefined;
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
