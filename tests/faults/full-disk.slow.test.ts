import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderOfFile } from '../support/folders.ts';
import { initAnswers, initPublication } from '../support/publication.ts';

const folder = folderOfFile();
const shim = join(folder, 'disk-shim.so');
const compiled = spawnSync('gcc', ['-shared', '-fPIC', '-O1', '-o', shim, 'tests/faults/disk-shim.c', '-ldl']);

describe.skipIf(compiled.status !== 0)('a build (with gcc)', () => {
  // Beside the packages that its pages import.
  const releases = mkdtempSync(resolve('.test-build/full-'));
  const state = () => [
    readFileSync(join(releases, 'current'), 'utf8'),
    readdirSync(releases, { recursive: true }).sort(),
  ];

  /** Without what node says of a .env that is not there, and Vite of how long it took to fail. */
  const said = (stderr: string) => stderr.replaceAll(/^(?:\.env not found\.|.* \[vite\] ).*\n/gm, '');

  function build(env: Record<string, string> = {}) {
    const { VITEST: _, ...inherited } = process.env;
    return spawnSync('npm', ['run', '--silent', 'build'], {
      env: {
        ...inherited,
        NODE_ENV: 'production',
        BASE_URL: initAnswers['base-url'],
        PUBLICATION_DIR: folder,
        RELEASE_DIR: releases,
        // Vite colours its lines wherever CI is set, and `said` knows them by their words.
        NO_COLOR: '1',
        ...env,
      },
      encoding: 'utf8',
    });
  }

  beforeAll(async () => {
    await initPublication(folder);
    const { status, stderr } = build();
    expect([status, said(stderr)]).toEqual([0, '']);
  });
  afterAll(() => rmSync(releases, { recursive: true }));

  it.each([
    ['texts', 'texts/'],
    ['content', 'next.next/'],
    ['pages', 'next/site/'],
    ['answers', 'next/responses/site'],
    ['pointer', 'current.next'],
  ])(
    'that finds the disk full at its %s says so in one sentence, and leaves the release before and nothing else',
    (_, place) => {
      const before = state();
      const control = join(folder, 'control');
      writeFileSync(control, '28 100');
      // Another release than the one before, with a text that none has had.
      writeFileSync(join(folder, 'public/one-more.txt'), place);
      appendFileSync(
        join(folder, 'content/articles/how-a-paid-article-works.md'),
        `\nOne more sentence, for ${place}.\n`,
      );
      const fault = { LD_PRELOAD: shim, FAULT_FOLDER: join(releases, place), FAULT_FILE: control };
      const { status, stderr } = build(fault);
      expect(said(stderr)).toMatch(/^The disk is full \([^\n]+\): make room on it and run the command again\.\n$/);
      expect(status).toBe(1);
      expect(state()).toEqual(before);
    },
    300_000,
  );
});
