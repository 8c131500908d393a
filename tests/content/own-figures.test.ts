import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, test } from 'vitest';
import type { FigureData } from '../../src/library/figure-data.ts';
import { readPdfText } from '../e2e/pdf-text.ts';
import { compileLibrary } from '../support/compile.ts';
import { folderOfTest } from '../support/folders.ts';

const articles = 'content/articles';
const scripts = 'tests/load/article-figures';

/**
 * Numbers of an article that its script does not compute: years, counts in words, constants and what other works say.
 */
const given: Readonly<Record<string, readonly number[]>> = {
  'a-line-is-not-the-data': [1973],
  'how-bm25-decides': [1990],
  'how-sure-was-michelson': [1879, 1983, 299_792.458, 299_734.5, 299_910, 60, 2.093, 1.984, 19, 99, 95, 299_000, 16],
  'when-the-seconds-stopped': [86_400, 1972, 1990, 1998, 2016, 2022, 2035],
};

const readNumbers = (text: string): number[] =>
  (text.match(/(?<![\w.#-])\d+(?:,\d{3})*(?:\.\d+)?(?![\w-])/g) ?? []).map((number) =>
    Number(number.replaceAll(',', '')),
  );

/** The words of an article, with its title, description and finding: without code, charts, citations and links. */
function readProse(slug: string): string {
  const [, front = '', body = ''] =
    /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(join(articles, `${slug}.md`), 'utf8')) ?? [];
  const head = front.match(/^(?:title|description| {2}value| {2}text):.*$/gm) ?? [];
  return [...head, body.replaceAll(/```[\s\S]*?```|\{#[^}]*\}|\[[^\]]*@[^\]]*\]|@[\w:-]+|^\d+\. /gm, '')].join('\n');
}

describe.each(Object.keys(given))('%s', (slug) => {
  it('is what its script computes: the data of its charts to the byte, and each number of its text', () => {
    const folder = folderOfTest();
    const printed = execFileSync('node', [`${scripts}/${slug}/compute.ts`, '--charts', folder], { encoding: 'utf8' });
    const written = readdirSync(join(folder, slug));
    expect(readdirSync(join(articles, slug))).toEqual(written);
    for (const name of written)
      expect(readFileSync(join(articles, slug, name), 'utf8'), name).toBe(
        readFileSync(join(folder, slug, name), 'utf8'),
      );
    const computed = [
      printed,
      ...written.map((name) => readFileSync(join(folder, slug, name), 'utf8').replaceAll(',', ' ')),
    ];
    // Counts up to twelve are written of everything.
    const known = new Set([
      ...(given[slug] ?? []),
      ...computed.flatMap((text) => readNumbers(text.replaceAll(/[",:-]/g, ' '))),
    ]);
    expect(
      readNumbers(readProse(slug)).filter(
        (number) => !known.has(number) && !(Number.isInteger(number) && number <= 12),
      ),
    ).toEqual([]);
  });
});

test('the replications give the statistics that are published of their data', () => {
  const run = (slug: string) =>
    execFileSync('node', [`${scripts}/${slug}/compute.ts`, '--charts', folderOfTest()], { encoding: 'utf8' });
  const quartet = run('a-line-is-not-the-data');
  // Anscombe (1973), page 19: mean 9.0 and 7.5, slope 0.5, intercept 3, and for R 0.816 in each set but the last.
  expect(quartet.match(/"mean x":9,"mean y":7\.5,.*"slope":0\.5,"intercept":3\}/g)).toHaveLength(4);
  expect(quartet.match(/"correlation":0\.81[67]/g)).toHaveLength(4);
  // Stigler (1977), table 6: the mean of all runs is 852.4 above 299,000, with a standard deviation of 79.
  expect(run('how-sure-was-michelson')).toContain(
    '"name":"all 100 runs","mean":299852.4,"low":299836.7,"high":299868.1,"deviation":79}',
  );
  expect(run('when-the-seconds-stopped')).toContain('leap seconds 27,');
});

describe('the charts of the publication', () => {
  let charts: { slug: string; figure: FigureData }[] = [];
  let digests = new Map<string, string | null>();

  beforeAll(async () => {
    const options = {
      contentDir: 'content',
      baseUrl: 'http://localhost:4321',
      now: Date.UTC(2026, 10, 26),
      generated: {},
    };
    const built = await compileLibrary({ ...options, publication: { name: 'Quire' } });
    const bodies = [...(built.library?.public.articles ?? []), ...(built.library?.sold.articles ?? [])];
    digests = new Map(built.library?.public.articles.map(({ slug, contentDigest }) => [slug, contentDigest]));
    charts = bodies.flatMap(({ slug, body }) => (body.charts ?? []).map((figure) => ({ slug, figure })));
  });

  it.each([
    { slug: 'ranking-without-a-model', table: '| Step | Cranfield | SciFact | questions' },
    { slug: 'group-commit-and-durable-acknowledgements', table: '| Setting | waiting | writes/s |' },
  ])('have the numbers of the table of $slug', ({ slug, table }) => {
    const [text = ''] = readFileSync(join(articles, `${slug}.md`), 'utf8')
      .split(table)
      .slice(1);
    const [lines = ''] = text.split('\n\n');
    const written = new Set(
      lines.match(/\d[\d,]*(?:\.\d+)?|\.\d+/g)?.map((number) => Number(number.replaceAll(',', ''))),
    );
    const drawn = charts.filter((chart) => chart.slug === slug).flatMap(({ figure }) => figure.rows.flat());
    const numbers = drawn.filter((cell) => typeof cell === 'number');
    expect(numbers.length).toBeGreaterThan(10);
    expect(numbers.filter((number) => !written.has(number))).toEqual([]);
  });

  it('say in title and description only numbers that they have', () => {
    expect(charts.length).toBeGreaterThan(10);
    const wrong = charts.flatMap(({ slug, figure: { id, title, subtitle, note, description, rows } }) => {
      const said = readNumbers(`${title}. ${description}`);
      const cells = rows
        .flat()
        .flatMap((cell) => (typeof cell === 'number' ? [cell] : readNumbers(String(cell).replaceAll('-', ' '))));
      const sums = (rows[0] ?? []).map((_, at) => rows.reduce((sum, row) => sum + (Number(row[at]) || 0), 0));
      const has = new Set([...cells.map(Math.abs), ...sums, rows.length, ...readNumbers(`${subtitle} ${note}`)]);
      return said.filter((number) => !has.has(number)).map((number) => `${slug} ${id}: ${number}`);
    });
    expect(wrong).toEqual([]);
  });

  it('are in the PDF that lies beside an article, which is a print of its present text', () => {
    const pdfs = readdirSync(articles).filter((name) => name.endsWith('.pdf'));
    expect(pdfs).not.toEqual([]);
    for (const name of pdfs) {
      const slug = name.slice(0, -'.pdf'.length);
      const text = readPdfText(readFileSync(join(articles, name)));
      expect(text, `${name}: print it again, docs/publishing.md`).toContain(digests.get(slug));
      for (const { figure } of charts.filter((chart) => chart.slug === slug))
        expect(text).toContain(figure.title.replaceAll(/\s/g, ''));
    }
  });
});
