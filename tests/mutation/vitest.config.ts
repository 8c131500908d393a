import { defineConfig } from 'vitest/config';

/** The tests that stand for core: each mutation of it is run against those of them that reach it. */
export default defineConfig({
  test: {
    include: [
      'src/core/**/*.test.ts',
      'tests/contract/{one-opening,subscribe-limits,account}.test.ts',
      'tests/conformance/x402-{refusals,sign-in}.test.ts',
      'tests/store/memory.test.ts',
    ],
    // How much memory is taken says nothing of a mutation, and takes half a minute.
    testNamePattern: /^(?!.*two million addresses)/,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
