import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AstroConfig, AstroIntegration } from 'astro';
import { listFiles } from '../library/list-files.ts';

/**
 * Astro writes the build folder into pages that are rendered on demand, because it finds components and scripts by
 * their paths. Replacing each path with a fixed name makes the same sources give the same release in any folder.
 */
export function namePlaces(): AstroIntegration {
  let config: AstroConfig;
  return {
    name: 'name-places',
    hooks: {
      'astro:config:setup'({ updateConfig }) {
        // A hash in the name would be one of a text that still has the paths.
        const chunkFileNames = ({ name }: { name: string }) => `chunks/${name.replaceAll(/[^\w-]+/g, '_')}.mjs`;
        const build = { rolldownOptions: { output: { chunkFileNames } } };
        updateConfig({ vite: { environments: { ssr: { build } } } });
      },
      'astro:config:done'(done) {
        config = done.config;
      },
      async 'astro:build:done'() {
        await renameIn(fileURLToPath(config.build.server), listPlaces(config));
      },
    },
  };
}

/** As URLs and as paths, each with the quote in front of it; longer ones first, because some contain others. */
function listPlaces({ root, outDir, publicDir }: AstroConfig): [place: string, name: string][] {
  const packages = new URL('../', pathToFileURL(createRequire(import.meta.url).resolve('astro/package.json')));
  const places: [URL, string][] = [
    [outDir, '/release/'],
    [publicDir, '/public/'],
    [packages, '/packages/'],
    [root, '/sources/'],
  ];
  return places.flatMap(([{ href }, name]): [string, string][] => [
    [`"${href}`, `"file://${name}`],
    [`"${fileURLToPath(href).replaceAll('\\', '/')}`, `"${name}`],
  ]);
}

async function renameIn(folder: string, places: readonly [place: string, name: string][]): Promise<void> {
  for (const file of (await listFiles(folder)).files) {
    const path = join(folder, file);
    const text = await readFile(path, 'utf8');
    const renamed = places.reduce((before, [place, name]) => before.replaceAll(place, name), text);
    if (renamed !== text) await writeFile(path, renamed);
  }
}
