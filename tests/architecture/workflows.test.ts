import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { folderOfTest } from '../support/folders.ts';

const Words = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const Access = z.record(z.string(), z.enum(['read', 'write', 'none']));
/** An action stands by its commit: a tag can be moved to other code. */
const Action = z.string().regex(/^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/);
const Step = z.union([
  z.strictObject({ uses: Action, name: z.string().optional(), with: Words.optional() }),
  z.strictObject({ run: z.string(), name: z.string().optional(), env: Words.optional() }),
]);
const Job = z.strictObject({
  needs: z.string().optional(),
  if: z.string().optional(),
  'runs-on': z.string().regex(/^ubuntu-\d\d\.04$/),
  'timeout-minutes': z.int().positive(),
  concurrency: z.string().optional(),
  permissions: Access.optional(),
  steps: z.array(Step).min(1),
});
/** What we use of the syntax of GitHub Actions; a key that is not here is a slip, or needs a line here. */
const Workflow = z.strictObject({
  name: z.string(),
  on: z.union([
    z.array(z.enum(['push', 'pull_request'])),
    z.strictObject({ pull_request: z.null(), push: z.strictObject({ branches: z.array(z.string()) }) }),
  ]),
  permissions: Access,
  jobs: z.record(z.string().regex(/^[\w-]+$/), Job),
});

const folder = '.github/workflows';
const texts = readdirSync(folder).map((name): [string, string] => [name, readFileSync(join(folder, name), 'utf8')]);
const read = (text: string) => Workflow.parse(parse(text));
const scriptsOf = (text: string) =>
  Object.values(read(text).jobs).flatMap(({ steps }) => steps.flatMap((step) => ('run' in step ? [step.run] : [])));

describe.each(texts)('%s', (_, text) => {
  it('is written in the syntax of workflows, and its jobs wait for jobs that there are', () => {
    const { jobs, permissions } = read(text);
    for (const { needs } of Object.values(jobs)) expect([undefined, ...Object.keys(jobs)]).toContain(needs);
    expect(permissions).toEqual({ contents: 'read' });
  });

  it('runs scripts that bash can read, in which nothing is filled from outside', () => {
    for (const script of scriptsOf(text)) {
      expect(spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' }).stderr).toBe('');
      expect(script).not.toContain('${{');
    }
  });

  it('runs commands and files that the repository has', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    for (const script of scriptsOf(text)) {
      for (const [, command = ''] of script.matchAll(/npm run (?:--silent )?([\w:-]+)/g))
        expect(Object.keys(scripts)).toContain(command);
      for (const [, file = ''] of script.matchAll(/(?:bash|-f) ([\w./-]+)/g)) expect(existsSync(file), file).toBe(true);
    }
  });
});

it('asks for the variables and secrets that the document says, and no others', () => {
  const request = texts.flatMap(([, text]) => [...text.matchAll(/\b(?:vars|secrets)\.(\w+)/g)].map(([, name]) => name));
  const table = readFileSync('docs/publishing.md', 'utf8').matchAll(/^\| `(\w+)` \| (?:variable|secret) \|/gm);
  expect([...new Set(request)].toSorted()).toEqual([...table].map(([, name]) => name).toSorted());
});

it('pushes what was merged to the server, with a key that nobody else reads', () => {
  const root = folderOfTest();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  git('init', '-q', '--initial-branch=main');
  git('-c', 'user.name=T', '-c', 'user.email=t@example.org', 'commit', '-q', '--allow-empty', '-m', 'Merged');
  git('init', '-q', '--bare', 'site.git');
  const [script = ''] = texts.flatMap(([, text]) => scriptsOf(text)).filter((each) => each.includes('git push'));
  const env = {
    ...process.env,
    RUNNER_TEMP: root,
    PUBLISH_REMOTE: 'site.git',
    PUBLISH_KEY: 'k',
    PUBLISH_HOST_KEY: 'h',
  };
  execFileSync('bash', ['-e', '-c', script], { cwd: root, env, stdio: 'ignore' });
  expect(git('--git-dir=site.git', 'log', '--format=%s', 'main')).toBe('Merged');
  expect(statSync(join(root, 'key')).mode & 0o077).toBe(0);
});
