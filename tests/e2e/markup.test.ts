import { HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import { ask, baseUrl, client, slugsByTier } from '../support/client.ts';
import { listPlaces } from './places.ts';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  // Wider than a rule of style: ids that begin with a digit are valid HTML, and regions of authors' tables carry their
  // roles in words.
  rules: { 'valid-id': 'off', 'prefer-native-element': 'off', 'no-trailing-whitespace': 'off', 'long-title': 'off' },
});

async function readPage(path: string): Promise<string> {
  return (await ask(path, { headers: { accept: 'text/html' } })).text();
}

function readJsonLd(html: string): Record<string, unknown>[] {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) =>
    JSON.parse(json),
  );
}

function findMeta(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, 'g'))].map(
    ([, value = '']) => value,
  );
}

describe('what the pages say to machines', () => {
  it('lists the words of the glossary from A to Z, each with a link to its entry', async () => {
    const html = await readPage('/glossary');
    const links = [...html.slice(html.indexOf('id="a-to-z"')).matchAll(/<a href="#(term-[^"]+)">([^<]+)<\/a>/g)];
    const words = links.map(([, , word = '']) => word);
    expect(words.length).toBeGreaterThan(20);
    expect(words).toEqual(words.toSorted((one, other) => one.localeCompare(other, 'en')));
    for (const [, id] of links) expect(html).toContain(`id="${id}"`);
  });

  it('is valid HTML on every kind of page', async () => {
    const problems: string[] = [];
    for (const place of await listPlaces()) {
      const report = await validator.validateString(await readPage(place));
      problems.push(
        ...report.results.flatMap(({ messages }) =>
          messages.map(({ ruleId, message, line }) => `${place}:${line} ${ruleId} ${message}`),
        ),
      );
    }
    expect(problems).toEqual([]);
  });

  it('names no section that is called as its article beside the title of a result', async () => {
    const { data } = await client.call('listArticles', { query: { per_page: 100 } });
    const repeated: string[] = [];
    for (const { title } of data) {
      const page = await readPage(`/search?q=${encodeURIComponent(title)}`);
      const instant = await readPage(`/search/instant?q=${encodeURIComponent(title)}`);
      const named = `${page}${instant}`.matchAll(
        /<(?:h3[^>]*><a[^>]*|strong)>([^<]+)<\/(?:(?!<h3|<strong).)*?result-where">(?:<[^>]+>|\s)*\1</gs,
      );
      repeated.push(...Array.from(named, ([, name = '']) => name));
    }
    expect(repeated).toEqual([]);
  });

  it('has no list without an item, where nothing is found either', async () => {
    for (const place of [...(await listPlaces()), '/articles?tag=a-tag-of-nothing']) {
      expect(await readPage(place), place).not.toMatch(/<([ou]l)[^>]*>\s*<\/\1>/);
    }
  });

  it('parts links that stand side by side by a space, for whoever reads without the style sheet', async () => {
    for (const place of await listPlaces()) {
      expect((await readPage(place)).match(/[^>]*<\/a><a [^>]*>/g), place).toBeNull();
    }
  });

  it('writes colours for light and dark, and underlines, in a form that Safari 16 draws', async () => {
    const [, sheet = ''] = /<link rel="stylesheet" href="([^"]*)"/.exec(await readPage('/')) ?? [];
    const rules = await (await ask(sheet)).text();
    expect(rules).toMatch(/text-decoration(-line)?:underline[;}]/);
    expect(rules.match(/light-dark\([^)]*\)|text-decoration:[^;}]*\s[^;}]*/g)).toBeNull();
  });

  it('every page has one h1, a canonical address, a description and a line that leads agents to llms.txt early', async () => {
    for (const place of await listPlaces()) {
      const html = await readPage(place);
      expect(html.match(/<h1[\s>]/g), place).toHaveLength(1);
      expect(html, place).toMatch(new RegExp(`<link rel="canonical" href="${baseUrl}/`));
      expect(findMeta(html, 'description')[0]?.length, place).toBeGreaterThanOrEqual(50);
      const body = html.slice(html.indexOf('<body'));
      expect(body.indexOf(`href="${baseUrl}/llms.txt"`) / body.length, place).toBeLessThan(0.1);
      expect(html, place).not.toMatch(/ style="| on\w+="|<style/);
    }
  });

  it('an article carries its citation, its licence and whether it is free', async () => {
    const { free, paid } = await slugsByTier();
    for (const [slug, isFree] of [
      [free[0], true],
      [paid[0], false],
    ] as const) {
      const html = await readPage(`/articles/${slug}`);
      const article = readJsonLd(html).find((value) => value['@type'] === 'ScholarlyArticle');
      expect(article).toMatchObject({ url: `${baseUrl}/articles/${slug}`, isAccessibleForFree: isFree });
      expect(findMeta(html, 'citation_title')).toHaveLength(1);
      expect(findMeta(html, 'citation_author').length).toBeGreaterThanOrEqual(1);
      expect(findMeta(html, 'citation_publication_date')[0]).toMatch(/^\d{4}\/\d{2}\/\d{2}$/);
      expect(html.includes('class="paywall"')).toBe(!isFree);
      expect(JSON.stringify(article).includes('.paywall')).toBe(!isFree);
    }
  });

  it('names an organisation, a site with a search and a way back', async () => {
    const types = readJsonLd(await readPage('/')).map((value) => value['@type']);
    expect(types).toEqual(expect.arrayContaining(['Organization', 'WebSite']));
    expect(readJsonLd(await readPage('/pricing')).map((value) => value['@type'])).toContain('BreadcrumbList');
  });

  it('every link and picture within the site leads somewhere', async () => {
    const seen = new Map<string, number>();
    const broken: string[] = [];
    for (const place of await listPlaces()) {
      const html = await readPage(place);
      for (const [, raw = ''] of html.matchAll(/ (?:href|src|content)="((?:http:\/\/localhost|\/)[^"]*)"/g)) {
        const url = new URL(raw.replaceAll('&amp;', '&'), baseUrl);
        if (url.origin !== baseUrl) continue;
        const path = url.pathname + url.search;
        const status = seen.get(path) ?? (await ask(path, { headers: { accept: '*/*' } })).status;
        seen.set(path, status);
        if (status >= 400 && status !== 402 && !place.includes('nowhere'))
          broken.push(`${place} -> ${path}: ${status}`);
      }
    }
    expect(broken).toEqual([]);
    expect(seen.size).toBeGreaterThan(60);
  });

  it('every fragment within a page has its target', async () => {
    const missing: string[] = [];
    for (const place of await listPlaces()) {
      const html = await readPage(place);
      const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id));
      for (const [, hash = ''] of html.matchAll(/ href="#([^"]+)"/g)) {
        if (!ids.has(decodeURIComponent(hash))) missing.push(`${place}#${hash}`);
      }
    }
    expect(missing).toEqual([]);
  });
});
