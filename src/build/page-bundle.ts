import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { publication } from '../library/current-publication.ts';
import { listFiles } from '../library/list-files.ts';
import { type PartCache, partKey } from '../library/part-cache.ts';
import { digestSoftware } from './software-digest.ts';

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

/** The code of all pages, which is bundled while the content is compiled unless an earlier build did. */
export interface PageBundle {
  /** Digest of everything that its pages depend on: the same in whatever folder they were bundled. */
  digest: string;
  /**
   * Puts it into an empty folder as soon as it is there.
   * @returns false when Astro failed; why is printed
   */
  unpack(site: string): Promise<boolean>;
  /** Resolves once Astro has ended, whose core is free from then on; to undefined when it failed or was ended. */
  bundled: Promise<{ isNew: boolean } | undefined>;
  /** Ends the bundling and removes what it wrote. */
  close(): void;
}

/**
 * Finds the bundle of pages among the results of earlier builds, or starts to bundle. It depends on the software and on
 * the style rules and the language of the publication, so publications share it.
 */
export async function openPageBundle(env: NodeJS.ProcessEnv, cache: PartCache): Promise<PageBundle> {
  const { looks, language } = publication;
  const digest = partKey('bundle', (await digestSoftware()).digest, JSON.stringify([looks, language]));
  const key = partKey(digest, process.cwd());
  const known = cache.find(key);
  if (known) {
    const unpack = async (site: string) => {
      unpackFolder(known, site);
      return true;
    };
    return { digest, unpack, bundled: Promise.resolve({ isNew: false }), close() {} };
  }
  const folder = mkdtempSync(join(tmpdir(), 'quire-bundle-'));
  const bundling = startBundling({ ...env, BUNDLE_DIR: folder });
  const close = () => {
    bundling.child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once('exit', close);
  return {
    digest,
    bundled: bundling.ended.then(({ code }) => (code === 0 ? { isNew: true } : undefined)),
    async unpack(site) {
      const { code, printed } = await bundling.ended;
      process.stderr.write(printed);
      if (code !== 0) return false;
      const part = await packFolder(folder);
      cache.store(key, part);
      unpackFolder(part, site);
      return true;
    },
    close,
  };
}

/**
 * A process of its own with the same options of Node, because Astro's memory would stay with the build. Its output is
 * printed when the release is finished.
 */
function startBundling(env: NodeJS.ProcessEnv) {
  const command = join(import.meta.dirname, '../cli/bundle-command.ts');
  const child = spawn(process.execPath, [...process.execArgv, command], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const ended = once(child, 'close').then(([code]: (number | null)[]) => ({ code, printed }));
  return { child, ended };
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
