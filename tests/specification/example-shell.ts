import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { anyAddress } from '../support/any-address.ts';
import { findDifferences } from './example-answer.ts';
import type { Example } from './example-document.ts';

const repository = process.cwd();

/**
 * Runs examples in their order: all shell ones in one bash, in a folder of their own, the modules from this repository.
 * An HTTP error ends the run unless the document shows that error as the answer.
 * @returns the places that were run to their end, and one sentence for each fault
 */
export async function runExamples(examples: readonly Example[]): Promise<{ done: string[]; faults: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-examples-'));
  try {
    await Promise.all(examples.map(({ code }, at) => writeFile(join(folder, `${at}.code`), code)));
    await writeFile(join(folder, 'run.sh'), ['set -eo pipefail', ...examples.map(toCommand)].join('\n'));
    // A reader's machine, which nobody else calls from.
    await writeFile(join(folder, '.curlrc'), `interface = "${anyAddress()}"\n`);
    await runShell(folder);
    const readOutput = (name: string) => readFile(join(folder, name), 'utf8').catch(() => undefined);
    const done: string[] = [];
    const faults: string[] = [];
    for (const [at, { place, answer }] of examples.entries()) {
      const output = (await readOutput(`${at}.out`)) ?? '';
      if ((await readOutput(`${at}.done`)) === undefined) {
        const printed = `${(await readOutput(`${at}.err`)) ?? ''}${output}`.trim();
        faults.push(`${place} failed: ${printed === '' ? 'it printed nothing' : printed.slice(0, 2_000)}`);
        break;
      }
      done.push(place);
      const differences = answer ? findDifferences(answer, output) : [];
      faults.push(...differences.map((difference) => `${place} ${difference}`));
    }
    return { done, faults };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function toCommand({ kind, answer }: Example, at: number): string {
  const isRefusal = /^HTTP\/1\.1 [45]/.test(answer?.text ?? '');
  const curl = isRefusal ? 'unset -f curl' : 'curl() { command curl -f -S "$@"; }';
  const run =
    kind === 'module' ? `(cd "$REPOSITORY" && node --input-type=module < "$FOLDER/${at}.code")` : `. ./${at}.code`;
  return `${curl}\n${run} > ${at}.out 2> ${at}.err\n: > ${at}.done`;
}

async function runShell(folder: string): Promise<void> {
  const PATH = `${dirname(process.execPath)}:${process.env.PATH ?? ''}`;
  const env = { ...process.env, PATH, REPOSITORY: repository, FOLDER: folder, CURL_HOME: folder };
  const shell = spawn('bash', ['run.sh'], { cwd: folder, env, stdio: 'ignore' });
  await new Promise((resolve, reject) => shell.once('close', resolve).once('error', reject));
}
