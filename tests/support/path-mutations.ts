import fc from 'fast-check';

const escapeAt = (text: string, at: number) =>
  `${text.slice(0, at)}%${text.charCodeAt(at).toString(16)}${text.slice(at + 1)}`;

/**
 * Other spellings of a path, and what stands near it: what routers, guards and caches have been seen to read
 * differently.
 */
export const pathMutations: readonly ((path: string, at: number) => string)[] = [
  (path) => path,
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.replace(/\/(?=[^/]*$)/, '//'),
  (path) => path.replace(/\/(?=[^/]*$)/, '/./'),
  (path) => path.replace(/\/(?=[^/]*$)/, '/x/../'),
  (path) => path.replace(/\/(?=[^/]*$)/, '/%2e/'),
  (path) => path.replace(/\/(?=[^/]*$)/, '/x/%2e%2e/'),
  (path) => path.replace(/\/(?=[^/]*$)/, '/%252e%252e/'),
  (path) => path.replace(/\/(?=[^/]*$)/, '%2f'),
  (path) => path.replace(/\/(?=[^/]*$)/, '%5c'),
  (path) => path.replace(/\/(?=[^/]*$)/, '\\'),
  (path) => `${path};x=1`,
  (path) => `${path}%00`,
  (path) => `${path}%0d%0aX-Injected:%201`,
  (path) => `${path}%20`,
  (path) => `${path}.`,
  (path) => `${path}.json`,
  (path) => `${path}.md`,
  (path) => `${path}/index.html`,
  (path) => `${path}#top`,
  (path) => `${path}?`,
  (path) => `${path}?__proto__=1`,
  (path) => `${path}?section=constructor`,
  (path) => `${path}~`,
  (path) => path.toUpperCase(),
  (path, at) => escapeAt(path, 1 + (at % Math.max(1, path.length - 1))),
  (path, at) => escapeAt(path, 1 + (at % Math.max(1, path.length - 1))).replace('%', '%25'),
  (path) => `${path}/../../../etc/passwd`,
  (path) => `/api/sandbox/v1${path}`,
  (path) => path.replace('/api/v1', '/api/sandbox/v1'),
  (path) => `${path}${'/a'.repeat(5_000)}`,
  (path) => `${path}%ff`,
  (path) => `${path}%E2%80%8B`,
];

/** A path in one of these spellings. */
export function mutated(paths: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(paths, fc.constantFrom(...pathMutations), fc.nat({ max: 200 }))
    .map(([path, mutate, at]) => mutate(path, at));
}
