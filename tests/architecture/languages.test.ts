import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hasWords } from '../../src/words/words.ts';

const files = readdirSync('src/software/pages', { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.md'),
);
const originals = files.filter((file) => !/\.[a-z]{2,3}\.md$/.test(file)).map((file) => file.slice(0, -'.md'.length));
const guide = readFileSync('docs/languages.md', 'utf8');

it('lists the pages that are not translated into each language of the interface, in the guide', () => {
  const listed = [...guide.matchAll(/^- ([a-z]{2,3}): (.+)$/gm)].map(([, language, pages]) => `${language}: ${pages}`);
  const missing = [...new Set(files.flatMap((file) => /\.([a-z]{2,3})\.md$/.exec(file)?.[1] ?? []))].map((language) => {
    const names = originals.filter((name) => !files.includes(`${name}.${language}.md`));
    const below = names.filter((name) => name.startsWith('developers/'));
    const isWhole = below.length === originals.filter((name) => name.startsWith('developers/')).length;
    const single = names.filter((name) => !isWhole || !below.includes(name)).sort();
    return `${language}: ${single.join(', ')}${isWhole ? ' and all pages below `developers/`' : ''}`;
  });
  expect(listed.toSorted()).toEqual(missing.toSorted());
  for (const line of listed) expect(hasWords(line.slice(0, 2)), line).toBe(true);
});

it.each(files.filter((file) => /\.[a-z]{2,3}\.md$/.test(file)))(
  '%s has the heading addresses of its original',
  (file) => {
    const slug = (title: string) =>
      title
        .toLowerCase()
        .replaceAll(/[^a-z0-9 ]/g, '')
        .replaceAll(' ', '-');
    const idsOf = (name: string) =>
      [...readFileSync(`src/software/pages/${name}`, 'utf8').matchAll(/^## (.*?)(?: \{#([\w-]+)\})?$/gm)].map(
        ([, title = '', id]) => id ?? slug(title),
      );
    expect(idsOf(file)).toEqual(idsOf(file.replace(/\.[a-z]{2,3}\.md$/, '.md')));
  },
);
