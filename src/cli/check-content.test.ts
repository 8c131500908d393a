import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { listenTo } from '../../tests/support/command.ts';
import { folderOfTest } from '../../tests/support/folders.ts';
import { runCheck } from './check-content.ts';

const fixtures = fileURLToPath(new URL('../../tests/fixtures/content/', import.meta.url));
const check = (...args: string[]) => listenTo((session) => runCheck(args, session));

test('errors are printed and make the exit code 1', async () => {
  const { code, printed } = await check('--content', `${fixtures}mistakes/unknown-author/content`);
  expect(code).toBe(1);
  expect(printed).toBe(
    'content/articles/a.md:6:16 author-known adda is not in authors.yaml; did you mean ada?\n\n1 error, 0 warnings\n',
  );
});

test('warnings alone leave it 0', async () => {
  const { code, printed } = await check('--content', `${fixtures}mistakes/code/content`, '--format', 'github');
  expect(code).toBe(0);
  expect(printed.split('\n').filter((line) => line.startsWith('::warning '))).toHaveLength(2);
});

test('the JSON form is JSON even when all is well', async () => {
  const { printed } = await check('--content', `${fixtures}mistakes/windows-line-ends/content`, '--format', 'json');
  expect(JSON.parse(printed)).toHaveLength(1);
});

test('--authors shows how each author is cited', async () => {
  const contentDir = join(folderOfTest(), 'content');
  await mkdir(contentDir, { recursive: true });
  const khai = 'khai:\n  family: Nguyễn\n  given: Thị Minh Khai\n';
  await writeFile(join(contentDir, 'authors.yaml'), `${khai}desk:\n  name: The Desk\n  organization: true\n`);
  const { printed, code } = await listenTo((session) => runCheck(['--authors', '--content', contentDir], session));
  expect(code).toBe(0);
  expect(printed).toBe(
    'khai  Nguyễn, T. M. K.  (family: Nguyễn, given: Thị Minh Khai)\ndesk  The Desk  (organization)\n',
  );
});

test('--authors says where it looked when there is none', async () => {
  const contentDir = folderOfTest();
  const { printed, code } = await listenTo((session) => runCheck(['--authors', '--content', contentDir], session));
  expect({ printed, code }).toEqual({
    printed: `${contentDir}/authors.yaml does not exist or names no author.\n`,
    code: 1,
  });
});

test('a wrong flag prints the usage', async () => {
  expect(await check('--format', 'xml')).toMatchObject({ code: 2 });
  expect(await check('--nonsense')).toMatchObject({ code: 2 });
});
