import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { serveCommand } from './serve-command.ts';
import { untilReady } from './until-ready.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Of the built service that all served tests share. */
    baseUrl: string;
  }
}

/** A publication that no editor touches. */
const testPublication = 'tests/fixtures/publication';
const port = Number(process.env.TEST_PORT ?? 4399);
const baseUrl = `http://localhost:${port}`;

/** Builds the real service beside the developer's own build and starts it once, with the settings it is shipped with. */
export default async function serveBuild(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'quire-served-'));
  const env = {
    PUBLICATION_DIR: testPublication,
    ...process.env,
    NODE_ENV: 'production', // the runner says "test", and Astro would build pages that are never kept
    PORT: String(port),
    BASE_URL: baseUrl,
    RELEASE_DIR: '.test-build',
    DATA_DIR: dataDir,
    KEY_PREFIX: 'quire', // the build would read another one from .env, the server not
    LOG_LEVEL: 'warn',
  };
  const built = spawnSync('npm', ['run', 'build'], { env, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`The build failed.\n${built.stdout}\n${built.stderr}`);
  const serve = serveCommand();
  const server = spawn('node', serve.args, { env: { ...env, ...serve.env }, stdio: ['ignore', 'inherit', 'inherit'] });
  await untilReady(server, baseUrl);
  project.provide('baseUrl', baseUrl);

  return async () => {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
    await rm(dataDir, { recursive: true, force: true });
  };
}
