import { readConfig } from '../../src/server/process/config.ts';
import { createLog } from '../../src/server/process/log.ts';
import { servePublications } from '../../src/server/publications/run-publications.ts';

/**
 * The service of an installation, with publications that are closed ten seconds after their last request, and OPENINGS
 * a minute for each caller.
 */
const config = readConfig(process.env);
await servePublications({
  config,
  log: createLog('info'),
  root: config.PUBLICATIONS ?? '',
  idleMs: 10_000,
  openings: Number(process.env.OPENINGS ?? 14),
});
