import { publication } from '../library/current-publication.ts';
import { buildDocuments } from './discovery-documents.ts';
import { readExamples, readLibrary } from './library-access.ts';
import { urls } from './page-context.ts';

const documents = buildDocuments({
  urls,
  publication,
  library: readLibrary(),
  now: Date.now(),
  examples: readExamples(),
});

/**
 * Paths for `[...document]` below a folder. A document without an extension is written as a folder with one
 * `document.json`, because both `oauth-protected-resource` and `oauth-protected-resource/mcp` exist.
 * @param folder folder with both slashes: `/.well-known/`
 */
export function documentPaths(folder: string) {
  return [...documents]
    .filter(([path]) => path.startsWith(folder))
    .map(([path, body]) => {
      const name = path.slice(folder.length);
      return { params: { document: /\.\w+$/.test(name) ? name : `${name}/document.json` }, props: { body } };
    });
}

export function readDocument(path: string): string {
  const body = documents.get(path);
  if (!body) throw new Error(`No document is made for ${path}.`);
  return body;
}
