import fc from 'fast-check';

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  // A property that was tried a few times and then ran out of time has shown nothing.
  markInterruptAsFailure: true,
  // Said at once with seed and counterexample: where a test is tried again and passes, nobody would hear of them.
  reporter(run) {
    if (!run.failed) return;
    const message = fc.defaultReportMessage(run) ?? 'A property failed.';
    process.stderr.write(`${message}\n`);
    throw new Error(message, { cause: run.errorInstance });
  },
});
