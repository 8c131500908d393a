import './plain-errors.ts';

import { selectBundleSettings } from '../build/finish-release.ts';
import { releasesFolder } from '../library/release-parts.ts';
import { keepPrivate } from '../release/private.ts';
import { removeUnfinishedAtFailure } from '../release/unfinished.ts';

/**
 * Part of `npm run build` when no earlier build bundled the same pages: Astro bundles them. Astro writes down every environment
 * variable whose name occurs in its modules, so it only gets these: the release is then the same wherever it is built, and cannot
 * contain a secret. A process of its own, because Astro's memory would stay with the build.
 */
keepPrivate(releasesFolder(process.env));
removeUnfinishedAtFailure(releasesFolder(process.env));
const settings = selectBundleSettings(process.env);
for (const name of Object.keys(process.env)) delete process.env[name];
Object.assign(process.env, settings);
const { build } = await import('astro');
await build({ logLevel: 'warn' });
