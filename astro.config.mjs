import { createHash } from 'node:crypto';
import node from '@astrojs/node';
import { defineConfig, passthroughImageService } from 'astro/config';
import { bundleOnly } from './src/build/page-bundle.ts';
import { namePlaces } from './src/build/portable-paths.ts';
import { publicationModules } from './src/build/vite-modules.ts';
import { publication } from './src/library/current-publication.ts';
import { publicationFolder } from './src/library/read-publication.ts';

// Astro draws a key at each build for the properties of server islands. There are none, and two builds are to be the same.
process.env.ASTRO_KEY ??= createHash('sha256').update('no server islands').digest('base64');

export default defineConfig({
  output: 'server',
  publicDir: publicationFolder(process.env).public,
  outDir: process.env.BUNDLE_DIR ?? 'release/bundle',
  trailingSlash: 'never',
  adapter: node({ mode: 'middleware' }),
  integrations: [bundleOnly(), namePlaces()],
  session: false,
  // Bare POSTs and OAuth forms are part of the API; the three cookie forms check their origin themselves.
  security: { checkOrigin: false },
  // `file` puts page and twins side by side: articles/<slug>.html, .md, .bib ...
  build: { format: 'file', inlineStylesheets: 'never' },
  // The content security policy allows no inline script, style or data: stylesheet.
  // The style sheet is lowered for browsers of 2023: Safari knew light-dark() from 17.5, and knows no underline in one line.
  // What .env says is read by the commands: nothing of it goes into a page.
  vite: {
    plugins: [publicationModules(publication)],
    // Public files are copied beside the bundle, which does not depend on them.
    build: { copyPublicDir: false, assetsInlineLimit: 0, cssTarget: ['safari16.4', 'firefox115', 'chrome111'] },
    envDir: false,
  },
  // Astro 7's JSX-like compression drops the spaces between inline elements.
  compressHTML: true,
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
});
