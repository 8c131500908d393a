import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    reporters: ['default', './tests/support/closing-line.ts'],
    // Tests read a publication that no editor touches, never the repository's own.
    env: { PUBLICATION_DIR: 'tests/fixtures/publication' },
    setupFiles: ['tests/support/whole-runs.ts'],
    testTimeout: 90_000,
    hookTimeout: 180_000,
    // Other machines' CI is shared and slow: a second try there, reported as such; none where the code is written.
    retry: process.env.CI ? 1 : 0,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['src/**/*.test.ts', 'tests/{contract,content,search,store}/**/*.test.ts'] },
      },
      { extends: true, test: { name: 'architecture', include: ['tests/architecture/**/*.test.ts'] } },
      {
        extends: true,
        // Each file builds and serves publications of its own.
        test: { name: 'publications', include: ['tests/publications/**/*.test.ts'], fileParallelism: false },
      },
      {
        extends: true,
        test: {
          // One built service for all of them, on its own port.
          name: 'served',
          include: ['tests/{authors,conformance,e2e,faults,security,specification}/**/*.test.ts'],
          globalSetup: ['tests/support/served.ts'],
          setupFiles: ['tests/support/own-address.ts', 'tests/support/described-answers.ts'],
          fileParallelism: false,
        },
      },
    ],
  },
});
