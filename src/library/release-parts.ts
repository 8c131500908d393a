import { join } from 'node:path';

/** Names inside the folder of a release. */
export const parts = {
  library: 'library.json',
  /** Texts of pages, and facts of articles. */
  bodies: 'library.bodies',
  paidLibrary: 'paid-library.json',
  paidBodies: 'paid-library.bodies',
  /** Folders with the texts of articles. Those of some articles are in a file that is named by their digests. */
  texts: 'bodies',
  paidTexts: 'paid-bodies',
  /** The files of the indexes of articles, and of those of quotes: each is a public one, and one of whole texts. */
  search: 'search.json',
  /** Folders of these files, each of some articles. All that it depends on is its name, so that releases share it. */
  openSearch: 'search',
  paidSearch: 'paid-search',
  /**
   * Runs of words of every published text, to find quotes. The numbers in it are positions in the list of `library`.
   */
  openQuotes: 'quotes',
  paidQuotes: 'paid-quotes',
  docsIndex: 'docs-search.index',
  completions: 'completions.index',
  figures: 'figures.json',
  /** The published texts of every article. It has digests of paid texts, so it is for this process alone. */
  versions: 'versions.json',
  /**
   * File name of each article's PDF, whether or not it was printed. The name contains a digest of paid text, so the
   * file is not public.
   */
  prints: 'paid-prints.json',
  /** Responses of a service over this release, for the API description. */
  examples: 'examples.json',
  /** Output of Astro: `client` has prerendered files, `server` renders the other pages. */
  site: 'site',
  /**
   * Folder of the prebuilt responses. Those of some articles are in a file that is named by all that they depend on, so
   * that releases share it; all others are in the file `site`.
   */
  responses: 'responses',
  /** Written last: a folder without it is not a release. */
  manifest: 'manifest.json',
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** The folder of all releases: RELEASE_DIR for tests and for builds beside a running service. */
export function releasesFolder(env: Environment): string {
  return env.RELEASE_DIR || 'release';
}

/**
 * The folder of the releases that the service serves: with RELEASE_STORE, the copies that it fetched. A build beside it
 * then changes nothing before it is published.
 */
export function servedFolder(env: Environment): string {
  const releases = releasesFolder(env);
  return env.RELEASE_STORE ? join(releases, 'published') : releases;
}

/** Folder beside the releases with every published text, in a file named by its SHA-256. Releases share these files. */
export function textsFolder(releases: string): string {
  return join(releases, 'texts');
}

/**
 * Where builds store what they computed, beside the packages: builds of all branches share it, and CI can store it.
 * PARTS_DIR for tests and benchmarks.
 */
export function partsFolder(env: Environment): string {
  return env.PARTS_DIR || join(import.meta.dirname, '../../node_modules/.cache/quire');
}

/** The release that is being made; it gets its own name when it is whole. */
export function stagingFolder(env: Environment): string {
  return join(releasesFolder(env), 'next');
}
