import './plain-errors.ts';

/**
 * Part of `npm run build` when no earlier build bundled the same pages: Astro bundles them into BUNDLE_DIR. Astro
 * writes down every environment variable whose name occurs in its modules, so it only gets these: the bundle is then
 * the same wherever it is made, and cannot contain a secret. `site.config.ts` may read others, so it is loaded before.
 */
await import('../library/current-publication.ts');
const { BUNDLE_DIR = '', PUBLICATION_DIR } = process.env;
const settings = { BUNDLE_DIR, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1', HOME: '/' };
for (const name of Object.keys(process.env)) delete process.env[name];
Object.assign(process.env, settings, PUBLICATION_DIR === undefined ? {} : { PUBLICATION_DIR });
const { build } = await import('astro');
await build({ logLevel: 'warn' });
