import { readConfig } from '../../src/server/process/config.ts';
import { createLog } from '../../src/server/process/log.ts';
import { servePublications } from '../../src/server/publications/run-publications.ts';

/** The service of an installation, with publications that are closed two seconds after their last request. */
const config = readConfig(process.env);
await servePublications({
  config,
  log: createLog('info'),
  root: config.PUBLICATIONS ?? '',
  idleMs: 2_000,
  openings: 14,
});
