import './plain-errors.ts';

import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { dev } from 'astro';
import { openMemo } from '../build/input-digest.ts';
import { devIntegration } from '../dev/dev-integration.ts';
import { createDevSite } from '../dev/dev-site.ts';
import { ConfigError } from '../library/config-error.ts';
import { codeOf } from '../library/list-files.ts';
import { publicationFolder } from '../library/read-publication.ts';
import { stagingFolder } from '../library/release-parts.ts';
import { keepPrivate } from '../release/private.ts';
import { readConfig } from '../server/process/config.ts';
import { createLog } from '../server/process/log.ts';
import { openState } from '../server/process/state.ts';
import { readDevArguments } from './dev-arguments.ts';
import { ownState } from './own-state.ts';

/**
 * `npm run dev`: the whole site and its API with drafts and scheduled articles, reloading as content is saved.
 * It is always the site of this machine: BASE_URL of a deployment does not count here.
 */
const { content } = readDevArguments();
const { BASE_URL } = readConfig({ ...process.env, BASE_URL: undefined });
// Pages, astro.config.mjs and serveRelease read the environment.
const folder = process.env.RELEASE_DIR || '.dev-build';
Object.assign(process.env, {
  BASE_URL,
  RELEASE_DIR: folder,
  ...ownState(folder),
  ASTRO_TELEMETRY_DISABLED: '1',
  ASTRO_DISABLE_UPDATE_CHECK: 'true',
});
keepPrivate(folder);
const config = readConfig(process.env);
const contentDir = resolve(content);
const buildDir = stagingFolder(process.env);
await checkPort();
const { log } = createLog(config.LOG_LEVEL);
const state = await openState({ config, log, now: Date.now });

const site = createDevSite({
  contentDir,
  publicDir: publicationFolder(process.env).public,
  buildDir,
  config,
  state,
  log,
  memo: await openMemo(process.env),
  now: Date.now,
  print: (text) => void process.stdout.write(text),
});
await site.refresh();
const server = await dev({
  server: { host: config.HOST, port: config.PORT },
  integrations: [
    devIntegration(site, { contentDir, outputs: [resolve(buildDir), resolve(config.DATA_DIR)], config, state, log }),
  ],
}).catch((cause: Error) => {
  throw cause.message.includes('already in use') ? portTaken(cause) : cause;
});

/** Before anything is compiled, which takes long. */
async function checkPort() {
  const probe = createServer().listen(config.PORT, config.HOST);
  await once(probe, 'listening').catch((cause: Error) => {
    throw codeOf(cause) === 'EADDRINUSE' ? portTaken(cause) : cause;
  });
  probe.close();
  await once(probe, 'close');
}

function portTaken(cause: Error) {
  return new ConfigError(`Port ${config.PORT} is taken: set PORT to another one.`, { cause });
}

async function stop() {
  await server.stop();
  await site.close();
  process.exit(0);
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
