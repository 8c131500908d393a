import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ask } from './client.ts';

/** The program in a section of the documentation on evidence, exactly as its readers copy it. */
export async function readProgram(heading: string): Promise<string> {
  const pages = ['evidence', 'receipts'].map(async (page) => (await ask(`/developers/${page}.md`)).text());
  const [, section = ''] = (await Promise.all(pages)).join('\n').split(`## ${heading}\n`);
  const [, program] = /```python\n([\s\S]*?)```/.exec(section) ?? [];
  if (program === undefined) throw new Error(`There is no program under "${heading}".`);
  return program;
}

/** Runs a program of the documentation. @returns its exit code and what it printed */
export async function runProgram(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
  python = 'python3',
) {
  const child = spawn(python, ['-', ...args], { env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text;
    });
  child.stdin.end(program);
  const [code] = await once(child, 'close');
  return { code, output };
}
