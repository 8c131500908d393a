import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

const afterFile: (() => void)[] = [];
afterAll(() => {
  for (const remove of afterFile) remove();
});

function makeFolder(whenDone: (remove: () => void) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-'));
  whenDone(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** An empty folder for all tests of a file or group, where that is defined; removed after the last of them. */
export const folderOfFile = () => makeFolder(afterAll);

/** An empty folder for the running test, or in a `beforeEach` for the next one; removed at its end, failed or not. */
export const folderOfTest = () => makeFolder(onTestFinished);

/**
 * An empty folder for what a test or a hook starts; it outlives both, for what is started on it again, and is removed
 * after the file.
 */
export const folderOfProcess = () => makeFolder((remove) => afterFile.push(remove));
