import { accessSync, constants, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { programFolder, storeProgram } from './program.ts';
import { digestSoftware, readSoftware } from './software-digest.ts';

/**
 * Bundles the code of `npm run build` into one file. A process of its own, because the memory of a bundler would stay
 * with the build.
 */
const software = await digestSoftware();
const root = resolve(import.meta.dirname, '../..');
try {
  mkdirSync(programFolder, { recursive: true });
  accessSync(programFolder, constants.W_OK);
} catch {
  process.exit(); // read-only: builds run from their modules
}
const drawing = join(root, 'src/content/charts/draw.ts');

const bundled = await build({
  root,
  configFile: false,
  envDir: false,
  publicDir: false,
  logLevel: 'error',
  plugins: [
    {
      name: 'places-of-modules',
      // It imports vega at once, which only a new chart needs.
      resolveId: (id) => (id === './draw.ts' ? { id: pathToFileURL(drawing).href, external: true } : null),
      transform: (code, id) =>
        code
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
    },
  ],
  // Native code, and what few builds need.
  ssr: {
    noExternal: true,
    external: [
      '@citation-js/core',
      '@citation-js/plugin-bibtex',
      '@citation-js/plugin-csl',
      '@resvg/resvg-js',
      'shiki',
    ],
  },
  build: {
    ssr: join(root, 'src/cli/run-build.ts'),
    write: false,
    target: 'esnext',
    minify: false,
    rolldownOptions: { output: { codeSplitting: false } },
  },
});
const [output] = [bundled].flat();
if (!output || !('output' in output)) throw new Error('Vite bundled nothing.');
const [{ code }] = output.output;
// A file that was saved in between may be in it or not.
if ((await readSoftware(false)).state === software.state) storeProgram(software.digest, code);
