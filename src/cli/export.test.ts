import { JSDOM } from 'jsdom';
import { expect, it } from 'vitest';
import { listenTo } from '../../tests/support/command.ts';
import { runExport } from './export.ts';

const content = 'tests/fixtures/content/sample/content';

const given = ['--content', content, '--base-url', 'http://localhost:4321'];

const run = (...args: string[]) => listenTo((session) => runExport([...given, ...args], session));

const parse = (xml: string) => new JSDOM(xml, { contentType: 'application/xml' }).window.document;

it('writes the whole article as JATS, with what it cites and where its references lead', async () => {
  const { code, printed } = await run('full-feature', '--to', 'jats');
  expect(code).toBe(0);
  const xml = parse(printed);
  expect(xml.querySelector('article-title')?.textContent).toBe('Everything an article can hold');
  expect(xml.querySelectorAll('body > sec').length).toBeGreaterThan(0);
  const ids = new Set([...xml.querySelectorAll('[id]')].map(({ id }) => id));
  for (const reference of xml.querySelectorAll('xref')) expect(ids).toContain(reference.getAttribute('rid'));
  for (const key of xml.querySelectorAll('mixed-citation')) expect(key.textContent).not.toBe('');
});

it('writes a deposit for Crossref, and says what is missing when there is no DOI', async () => {
  const { code, printed } = await run('full-feature', '--to', 'crossref');
  expect(code).toBe(0);
  const xml = parse(printed);
  expect(xml.querySelector('doi_data > doi')?.textContent).toBe('10.5555/full-feature');
  expect(xml.querySelector('doi_data > resource')?.textContent).toMatch(/\/articles\/full-feature$/);
  expect(xml.querySelector('person_name > surname, organization')?.textContent).not.toBe('');
  expect(await run('paid-piece', '--to', 'crossref')).toEqual({ code: 1, printed: expect.stringContaining('no doi') });
});

it('says how it is used, and that an article is not there', async () => {
  expect((await run('full-feature', '--to', 'docx')).code).toBe(2);
  const { code, printed } = await run('full-feature', '--to', 'jats', '--base-url', 'nonsense');
  expect({ code, printed }).toEqual({ code: 2, printed: expect.stringMatching(/^--base-url is 'nonsense'/) });
  expect(await run('nowhere', '--to', 'jats')).toEqual({ code: 1, printed: expect.stringContaining('nowhere') });
});
