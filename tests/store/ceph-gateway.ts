import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from '../support/free-port.ts';
import { isInstalled } from '../support/programs.ts';

export const isCephInstalled = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph'].every(isInstalled);

/** An S3 server, and the environment of a client of it. */
export interface S3Server {
  env: Record<string, string>;
  createBucket(name: string): Promise<void>;
  /** SIGSTOP or SIGCONT to the process that clients talk to. */
  signal(name: 'STOP' | 'CONT'): void;
  stop(): void;
}

/** The environment of a client. @param accessKey and its secret, which is "secret" everywhere here */
export function clientEnvironment(port: number, accessKey: string): Record<string, string> {
  return {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    AWS_ACCESS_KEY_ID: accessKey,
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_REGION: 'us-east-1',
  };
}

export async function createBucket(env: Record<string, string>, name: string): Promise<void> {
  const client = new S3Client({
    region: 'us-east-1',
    endpoint: env.AWS_ENDPOINT_URL ?? '',
    forcePathStyle: true,
    credentials: { accessKeyId: env.AWS_ACCESS_KEY_ID ?? '', secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '' },
  });
  try {
    await client.send(new CreateBucketCommand({ Bucket: name }));
  } finally {
    client.destroy();
  }
}

/** Starts Ceph with its S3 gateway at a free port of 127.0.0.1. Takes some fifteen seconds. */
export async function startCeph(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-ceph-'));
  const port = await freePort();
  const script = join(import.meta.dirname, 'ceph-gateway.sh');
  const pids = () =>
    readdirSync(join(folder, 'run'))
      .filter((name) => name.endsWith('.pid'))
      .map((name) => ({ name, pid: Number(readFileSync(join(folder, 'run', name), 'utf8')) }))
      // A file that is still empty would name the group of this process.
      .filter(({ pid }) => pid > 0);
  const stop = () => {
    for (const { pid } of pids()) process.kill(pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  const { status, stderr } = spawnSync('bash', [script, folder, String(port)], {
    encoding: 'utf8',
    timeout: 120_000,
    // Its processes stay and inherit the output, which nothing may then wait for.
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) {
    stop();
    throw new Error(`Ceph does not start: ${stderr}`);
  }
  const env = clientEnvironment(port, 'quire');
  return {
    env,
    createBucket: (name) => createBucket(env, name),
    signal(name) {
      for (const { name: file, pid } of pids()) if (file.includes('rgw')) process.kill(pid, `SIG${name}`);
    },
    stop,
  };
}
