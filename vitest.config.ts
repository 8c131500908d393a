import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** For tests of the built service. The projects share one, on a port of its own. */
const served = {
  globalSetup: ['tests/support/served.ts'],
  setupFiles: ['tests/support/own-address.ts', 'tests/support/described-answers.ts'],
};

/** Files that stop, starve or watch processes of their own, for which they mostly wait. */
const alone = ['tests/{authors,faults}/**/*.test.ts', 'tests/security/{connections,durability,start-*}*.test.ts'];

export default defineConfig({
  test: {
    reporters: ['default', './tests/support/closing-line.ts'],
    // Tests read a publication that no editor touches, never the repository's own.
    env: { PUBLICATION_DIR: 'tests/fixtures/publication' },
    setupFiles: ['tests/support/whole-runs.ts'],
    testTimeout: 180_000,
    hookTimeout: 300_000,
    // What a test waits for may take a machine that is busy many times as long.
    expect: { poll: { timeout: 60_000 } },
    // Other machines' CI is shared and slow: a second try there, reported as such; none where the code is written.
    retry: process.env.CI ? 1 : 0,
    // Files share their worker and its modules. With a process for each file, half of the time went into loading modules.
    isolate: false,
    // More files at once than there are cores: many of them wait for a process.
    maxWorkers: availableParallelism() + 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'tests/{contract,content,search,store}/**/*.test.ts'],
        },
      },
      { extends: true, test: { name: 'architecture', include: ['tests/architecture/**/*.test.ts'] } },
      {
        extends: true,
        // Each file builds and serves publications of its own.
        test: { name: 'publications', include: ['tests/publications/**/*.test.ts'] },
      },
      {
        extends: true,
        // Of this client the tests run a hook. The components beside it import 17,000 files, which are not installed (`overrides`).
        resolve: {
          alias: [
            {
              find: /^@(headlessui|heroicons|lexical)\/react.*/,
              replacement: resolve('tests/support/no-components.ts'),
            },
          ],
        },
        // These only read, or write what is theirs, so they run beside one another.
        test: {
          name: 'served',
          // No `exclude` here: it would replace the one of `npm test`.
          include: [
            'tests/{conformance,e2e,specification}/**/*.test.ts',
            'tests/security/**/!(connections|durability|start-)*.test.ts',
          ],
          server: { deps: { inline: ['@nlweb-ai/search-components'] } },
          ...served,
        },
      },
      { extends: true, test: { name: 'alone', include: alone, ...served } },
    ],
  },
});
