import { mkdirSync, writeFileSync } from 'node:fs';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { listFiles } from '../library/list-files.ts';
import type { PartCache } from '../library/part-cache.ts';

/** The folder, inside that of the site, of the modules that render pages; it is removed afterwards. */
export const rendererFolder = 'renderer';
/** A file of that folder: the style sheets of each page. */
export const pageStyles = 'page-styles.json';

/**
 * Lets Astro bundle the code of all pages and render none: what it bundles depends on no article, so builds share it,
 * and `renderPages` renders from it.
 */
export function bundleOnly(): AstroIntegration {
  let server: URL;
  let pages: ReadonlyMap<string, { styles: unknown }>;
  return {
    name: 'bundle-only',
    hooks: {
      'astro:config:done'({ config }) {
        server = config.build.server;
      },
      'astro:build:setup'(about) {
        pages = about.pages;
        // Astro leaves the entry to what renders in its place.
        const build = { rolldownOptions: { input: 'astro/entrypoints/prerender' } };
        about.updateConfig({ environments: { prerender: { build } } });
      },
      'astro:build:start'({ setPrerenderer }) {
        setPrerenderer({
          name: 'bundle-only',
          async setup() {
            const folder = fileURLToPath(new URL(`../${rendererFolder}`, server));
            await cp(new URL('.prerender', server), folder, { recursive: true });
            const styles = [...pages].map(([key, page]) => [key, { styles: page.styles }]);
            await writeFile(join(folder, pageStyles), JSON.stringify(styles));
          },
          getStaticPaths: async () => [],
          render: () => Promise.reject(new Error('Pages are rendered from the bundle.')),
        });
      },
    },
  };
}

/**
 * Puts the bundle of all pages into an empty folder: that of an earlier build, or a new one.
 * @param options.bundle writes it into the folder, and returns whether it could
 */
export async function openPageBundle(
  site: string,
  options: { key: string; cache: PartCache; bundle: () => boolean },
): Promise<'known' | 'bundled' | 'failed'> {
  const { key, cache, bundle } = options;
  const part = cache.find(key);
  if (part) {
    await rm(site, { recursive: true, force: true });
    unpackFolder(part, site);
    return 'known';
  }
  if (!bundle()) return 'failed';
  cache.store(key, await packFolder(site));
  return 'bundled';
}

/** A folder as one part: the length of its index in four bytes, the index, and its files one after the other. */
async function packFolder(folder: string): Promise<Buffer> {
  const { files } = await listFiles(folder);
  const bytes = await Promise.all(files.map((name) => readFile(join(folder, name))));
  const index = Buffer.from(JSON.stringify(files.map((name, at) => [name, bytes[at]?.length])));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(index.length);
  return Buffer.concat([length, index, ...bytes]);
}

function unpackFolder(part: Buffer, folder: string): void {
  let start = 4 + part.readUInt32LE();
  const index: [name: string, bytes: number][] = JSON.parse(part.toString('utf8', 4, start));
  for (const [name, bytes] of index) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, part.subarray(start, start + bytes));
    start += bytes;
  }
}

/** Path of the module that renders the pages. */
export async function findRenderer(site: string): Promise<string> {
  const folder = join(site, rendererFolder);
  const entry = (await readdir(folder)).find((name) => name.startsWith('prerender-entry'));
  if (entry === undefined) throw new Error(`Astro wrote no prerender entry into ${folder}.`);
  return join(folder, entry);
}
