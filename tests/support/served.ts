import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { freePort, isPortFree } from './free-port.ts';
import { serveCommand } from './serve-command.ts';
import { digestInputs, findBuild, recordBuild, testPublication, testReleases } from './test-build.ts';
import { untilReady } from './until-ready.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the built service that all served tests share. */
    baseUrl: string;
  }
}

/**
 * The port of the shared service. A build names its address, so a build that can be used again decides, unless another
 * process listens there now: its responses would be tested instead of ours.
 * @param builtFor port of that build
 * @throws Error when TEST_PORT names a port that is taken
 */
async function choosePort(builtFor: number | undefined): Promise<number> {
  const wanted = process.env.TEST_PORT;
  if (wanted !== undefined) {
    if (await isPortFree(Number(wanted))) return Number(wanted);
    throw new Error(`Another process listens on TEST_PORT ${wanted}. Stop it, or unset TEST_PORT to use a free port.`);
  }
  return builtFor !== undefined && (await isPortFree(builtFor)) ? builtFor : freePort();
}

interface Served {
  baseUrl: string;
  stop(): Promise<void>;
}

/**
 * Builds the real service beside the developer's own build, unless nothing has changed since the last run, and starts
 * it.
 */
async function buildAndServe(): Promise<Served> {
  const publication = process.env.PUBLICATION_DIR ?? testPublication;
  const digest = digestInputs({ publication });
  const found = findBuild();
  const known = found?.digest === digest ? found : undefined;
  const port = await choosePort(known?.port);
  const baseUrl = `http://localhost:${port}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'quire-served-'));
  const env = {
    ...process.env,
    PUBLICATION_DIR: publication,
    NODE_ENV: 'production', // the runner says "test", and Astro would build pages that are never kept
    PORT: String(port),
    BASE_URL: baseUrl,
    RELEASE_DIR: testReleases,
    DATA_DIR: dataDir,
    KEY_PREFIX: 'quire', // the build would read another one from .env, the server not
    LOG_LEVEL: 'warn',
  };
  if (known?.port !== port) {
    const built = spawnSync('npm', ['run', 'build'], { env, encoding: 'utf8' });
    if (built.status !== 0) throw new Error(`The build failed.\n${built.stdout}\n${built.stderr}`);
    recordBuild({ digest, port });
  }
  const serve = serveCommand();
  const server = spawn('node', serve.args, { env: { ...env, ...serve.env }, stdio: ['ignore', 'inherit', 'inherit'] });
  await untilReady(server, baseUrl);
  return {
    baseUrl,
    async stop() {
      server.kill('SIGTERM');
      await new Promise((resolve) => server.once('exit', resolve));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

declare global {
  // Each project loads its own copy of this module: one service for all of them is only to be had here.
  var servedForTests: Promise<Served> | undefined;
}

/**
 * Gives a project of tests the address of the built service. The first project that asks starts it and stops it at the
 * end.
 */
export default async function provideService(project: TestProject) {
  const isFirst = globalThis.servedForTests === undefined;
  globalThis.servedForTests ??= buildAndServe();
  const { baseUrl, stop } = await globalThis.servedForTests;
  project.provide('baseUrl', baseUrl);
  return isFirst ? stop : undefined;
}
