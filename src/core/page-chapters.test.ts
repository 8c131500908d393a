import { expect, it } from 'vitest';
import type { Page } from '../library/library.ts';
import { listChapters, wholeMarkdown } from './page-chapters.ts';

const page = (name: string, markdown: string, order = 1000): Page => ({
  name,
  title: `Title of ${name}`,
  description: 'What it is for.',
  updated: null,
  language: null,
  order,
  group: null,
  body: { markdown, html: '' },
  outline: [],
});

const guide = page('guide', 'Before.\n');
const pages = [page('guides', 'Another.'), page('guide/b', '## Two\n', 2), guide, page('guide/a', '## One\n', 1)];

it('finds the chapters of a page by their folder, not pages that share only a name prefix', () => {
  expect(listChapters(guide, pages).map(({ name }) => name)).toEqual(['guide/a', 'guide/b']);
});

it('sets each chapter under its title, with its headings one level down', () => {
  expect(wholeMarkdown(guide, pages)).toBe(
    'Before.\n\n## Title of guide/a\n\nWhat it is for.\n\n### One\n\n## Title of guide/b\n\nWhat it is for.\n\n### Two\n',
  );
});

it('leaves a line of a code block as it is', () => {
  const code = '```bash\n# A comment\n```\n\n# A heading\n';
  expect(wholeMarkdown(guide, [page('guide/c', code)])).toContain('```bash\n# A comment\n```\n\n## A heading');
});

it('gives a page without chapters as it stands', () => {
  expect(wholeMarkdown(guide, [guide])).toBe('Before.\n');
});
