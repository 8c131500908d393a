import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderOfTest } from '../../../tests/support/folders.ts';
import { git } from '../../../tests/support/git.ts';
import { publicationFolder } from '../../library/read-publication.ts';
import { type Migration, migrations } from './migrations.ts';
import { migratePublication } from './run-migrations.ts';
import { listOwned, upgrade } from './upgrade.ts';

let folder: string;
let software: string;
let ours: string;
let printed: string;

async function commit(root: string, files: Record<string, string | undefined>, tag?: string): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await (text === undefined ? rm(join(root, path)) : writeFile(join(root, path), text));
  }
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'A change');
  if (tag) git(root, 'tag', tag);
}

const read = (path: string) => readFile(join(ours, path), 'utf8').catch(() => undefined);
const merge = (target?: string, publication = ours) =>
  upgrade(
    { remote: 'upstream', target },
    {
      root: ours,
      owned: listOwned(ours, publicationFolder({ PUBLICATION_DIR: publication })),
      print: (text) => {
        printed += text;
      },
    },
  );

/** A release of the software with its sample, and a publication that was made from it. */
beforeEach(async () => {
  printed = '';
  folder = folderOfTest();
  software = join(folder, 'software');
  ours = join(folder, 'ours');
  await mkdir(software);
  git(software, 'init', '-q');
  await commit(
    software,
    {
      'content/articles/sample.md': 'Sample.\n',
      'site.config.ts': "name: 'Sample'\n",
      'src/layout.astro': 'one\n',
      'CHANGELOG.md': '# Changelog\n\n- first\n',
      'package.json': '{}\n',
    },
    'v0.1.0',
  );
  await cp(software, ours, { recursive: true });
  for (const [key, value] of [
    ['user.name', 'T'],
    ['user.email', 't@example.org'],
  ] as const)
    git(ours, 'config', key, value);
  git(ours, 'remote', 'add', 'upstream', software);
  await commit(ours, {
    'content/articles/sample.md': undefined,
    'content/articles/mine.md': 'Mine.\n',
    'site.config.ts': "name: 'Acme'\n",
  });
});

describe('an upgrade', () => {
  it('brings templates, documents and dependencies, and says what changed', async () => {
    await commit(
      software,
      {
        'src/layout.astro': 'two\n',
        'CHANGELOG.md': '# Changelog\n\n- second\n- first\n',
        'package.json': '{"dependencies":{}}\n',
      },
      'v0.2.0',
    );
    expect(await merge()).toBe(0);
    expect(await read('src/layout.astro')).toBe('two\n');
    expect(printed).toContain('v0.2.0 is merged');
    expect(printed).toContain('What changed:\n\n- second\n');
    expect(printed).not.toContain('- first');
    expect(git(ours, 'status', '--porcelain')).toBe('');
  });

  it('leaves the publication alone, whatever the release did to its sample', async () => {
    await commit(
      software,
      {
        'content/articles/sample.md': 'A better sample.\n',
        'content/articles/another.md': 'Another.\n',
        'public/logo.svg': '<svg/>\n',
        'site.config.ts': "name: 'Better sample'\n",
        'src/layout.astro': 'two\n',
      },
      'v0.2.0',
    );
    expect(await merge()).toBe(0);
    expect(await read('site.config.ts')).toBe("name: 'Acme'\n");
    expect(await read('content/articles/mine.md')).toBe('Mine.\n');
    for (const path of ['content/articles/sample.md', 'content/articles/another.md', 'public/logo.svg'])
      expect(await read(path), path).toBeUndefined();
    expect(await read('src/layout.astro')).toBe('two\n');
  });

  it('refuses when the same file of the software was changed on both sides, and merges nothing', async () => {
    await commit(software, { 'src/layout.astro': 'two\n', 'package.json': '{"a":1}\n' }, 'v0.2.0');
    await commit(ours, { 'src/layout.astro': 'ours\n' });
    expect(await merge()).toBe(1);
    expect(printed).toContain('  src/layout.astro\n');
    expect(await read('package.json')).toBe('{}\n');
    expect(git(ours, 'status', '--porcelain')).toBe('');
  });

  it('refuses while something is not committed, and without a remote', async () => {
    await writeFile(join(ours, 'src/layout.astro'), 'half\n');
    expect(await merge()).toBe(1);
    expect(printed).toMatch(/^There are changes that are not committed/);
    git(ours, 'checkout', '-q', '.');
    git(ours, 'remote', 'remove', 'upstream');
    expect(await merge()).toBe(1);
    expect(printed).toContain('git remote add upstream');
  });

  it('says what git says where it cannot merge, and leaves everything as it was', async () => {
    await commit(software, { 'src/layout.astro': 'two\n', 'src/new.ts': 'new\n' }, 'v0.2.0');
    const before = git(ours, 'rev-parse', 'HEAD');
    await expect(merge('v9.9.9')).rejects.toThrow(/^git merge failed, and nothing was merged:\n.*v9\.9\.9/);
    await writeFile(join(ours, 'src/new.ts'), 'mine\n');
    await expect(merge()).rejects.toThrow(/^git merge failed, and nothing was merged:\n.*src\/new\.ts/s);
    await rm(join(ours, 'src/new.ts'));
    await writeFile(join(ours, '.git/hooks/pre-merge-commit'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    await writeFile(join(ours, '.git/hooks/pre-commit'), '#!/bin/sh\necho Not today. >&2\nexit 1\n', { mode: 0o755 });
    await expect(merge()).rejects.toThrow('git commit failed, and nothing was merged:\nNot today.');
    expect(git(ours, 'rev-parse', 'HEAD')).toBe(before);
    expect(git(ours, 'status', '--porcelain')).toBe('');
    await rm(join(ours, '.git'), { recursive: true });
    await expect(merge()).rejects.toThrow(/^git status failed, and nothing was merged:\n.*not a git repository/);
  });

  it('refuses where no branch is checked out: the next switch to one would lose the upgrade', async () => {
    await commit(software, { 'src/layout.astro': 'two\n' }, 'v0.2.0');
    git(ours, 'checkout', '-q', '--detach');
    expect(await merge()).toBe(1);
    expect(printed).toMatch(/^No branch is checked out/);
    expect(await read('src/layout.astro')).toBe('one\n');
  });

  it("keeps the software's tags apart from those of the publication, also when both have one of the same name", async () => {
    await commit(software, { 'src/layout.astro': 'two\n' }, 'v0.2.0');
    await commit(ours, { 'content/articles/mine.md': 'Volume 2.\n' }, 'v0.2.0');
    const volume = git(ours, 'rev-parse', 'v0.2.0');
    expect(await merge()).toBe(0);
    expect(await read('src/layout.astro')).toBe('two\n');
    expect(git(ours, 'tag').split('\n')).toEqual(['v0.1.0', 'v0.2.0']);
    expect(git(ours, 'rev-parse', 'v0.2.0')).toBe(volume);
  });

  it('takes the newest tag, and says when it is here already', async () => {
    await commit(software, { 'src/layout.astro': 'two\n' }, 'v0.9.0');
    await commit(software, { 'src/layout.astro': 'three\n' }, 'v0.10.0');
    await commit(software, { 'src/layout.astro': 'tried\n' }, 'v0.11.0-rc.1');
    await commit(ours, { 'content/articles/mine.md': 'Volume 2.\n' }, 'v2.0.0');
    expect(await merge()).toBe(0);
    expect(await read('src/layout.astro')).toBe('three\n');
    expect(await merge()).toBe(0);
    expect(printed).toContain('v0.10.0 is here already.');
  });

  it.each([
    ['in a folder below', 'journal'],
    ['elsewhere', '../journal'],
  ])('leaves a publication %s alone, and takes the sample as it takes the software', async (_, place) => {
    const journal = join(ours, place);
    const own = { 'content/articles/mine.md': 'Mine.\n', 'site.config.ts': "name: 'Journal'\n" };
    for (const [path, text] of Object.entries(own)) {
      await mkdir(dirname(join(journal, path)), { recursive: true });
      await writeFile(join(journal, path), text);
    }
    git(ours, 'checkout', '-q', 'HEAD~1', '--', 'site.config.ts', 'content');
    await commit(ours, { 'content/articles/mine.md': undefined });
    await commit(
      software,
      {
        'site.config.ts': "name: 'Better sample'\n",
        'journal/content/articles/new.md': 'New.\n',
        'src/layout.astro': 'two\n',
      },
      'v0.2.0',
    );
    expect(await merge(undefined, journal)).toBe(0);
    expect(await read('site.config.ts')).toBe("name: 'Better sample'\n");
    expect(await read('src/layout.astro')).toBe('two\n');
    for (const [path, text] of Object.entries(own)) expect(await readFile(join(journal, path), 'utf8')).toBe(text);
    if (place === 'journal') expect(await read('journal/content/articles/new.md')).toBeUndefined();
  });
});

/** A migration that renames a key of the front matter of articles and pages; what is below the front matter stays. */
function renameFrontMatterKey(about: { since: string; from: string; to: string }): Migration {
  const { since, from, to } = about;
  const key = new RegExp(`^${from}:`, 'm');
  const split = (text: string) => /^---\n([\s\S]*?\n)---\n/.exec(text)?.[1];
  return {
    since,
    message: `The front-matter key ${from} is called ${to}.`,
    migrate({ path, text }) {
      const front = path.startsWith('content/') && path.endsWith('.md') ? split(text) : undefined;
      if (front === undefined || !key.test(front) || new RegExp(`^${to}:`, 'm').test(front)) return undefined;
      return text.replace(front, front.replace(key, `${to}:`));
    },
    refuse({ path, text }) {
      const front = path.startsWith('content/') && path.endsWith('.md') ? split(text) : undefined;
      if (front === undefined || !key.test(front)) return undefined;
      return `${path} has both ${from} and ${to}: keep ${to}.`;
    },
  };
}

describe('a migration', () => {
  const rename = renameFrontMatterKey({ since: '9.0.0', from: 'tier', to: 'access' });

  it('renames a key on top of an article and touches no word below', async () => {
    await writeFile(join(ours, 'content/articles/mine.md'), '---\ntitle: A\ntier: free\n---\n\ntier: stays\n');
    expect((await migratePublication(ours, [rename])).changed).toEqual(['content/articles/mine.md']);
    expect(await read('content/articles/mine.md')).toBe('---\ntitle: A\naccess: free\n---\n\ntier: stays\n');
    expect((await migratePublication(ours, [rename])).changed).toEqual([]);
  });

  it('says what a person must decide', async () => {
    await writeFile(join(ours, 'content/articles/mine.md'), '---\ntier: free\naccess: paid\n---\n');
    expect((await migratePublication(ours, [rename])).warnings).toEqual([
      'content/articles/mine.md has both tier and access: keep access.',
    ]);
  });

  it('gives site.config.ts of 0.1.0 the type of today', async () => {
    const old =
      "import type { Publication } from './src/core/publication.ts';\n\nexport const publication: Publication = {};\n";
    await writeFile(join(ours, 'site.config.ts'), old);
    expect((await migratePublication(ours, migrations)).warnings).toEqual([]);
    expect(await read('site.config.ts')).toBe(
      "import type { PublicationSettings } from './src/library/publication-settings.ts';\n\nexport const publication: PublicationSettings = {};\n",
    );
  });
});
