import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeLibrary } from '../../tests/support/library.ts';
import { copyArticle, joinArticle, writeRows } from './article-rows.ts';
import {
  createBodyWriter,
  joinSources,
  joinTexts,
  listTexts,
  openBody,
  type Place,
  type TextSource,
} from './body-file.ts';
import type { ArticleBody, Body } from './library.ts';
import { openPublicLibrary } from './library-file.ts';

function inMemoryTexts(bytes: Buffer): TextSource {
  return {
    size: bytes.length,
    read: (start, length) => bytes.subarray(start, start + length),
    report: (what) => new Error(`The file ${what}.`),
  };
}

function collect() {
  const pieces: Buffer[] = [];
  const writer = createBodyWriter((bytes) => pieces.push(Buffer.from(bytes)));
  return {
    ...writer,
    add(body: Body | ArticleBody): Place {
      const { lengths, bytes } = joinTexts(listTexts(body));
      return [writer.addBytes(bytes), ...lengths];
    },
    end() {
      writer.end();
      return Buffer.concat(pieces);
    },
  };
}

test('every body comes back as it was, however long and in whatever letters', () => {
  const long = fc.constant('é€😀'.repeat(200_000));
  const text = fc.oneof({ weight: 9, arbitrary: fc.string({ unit: 'grapheme', maxLength: 200 }) }, long);
  const spans = fc.array(
    fc.record({ id: fc.string({ unit: 'grapheme' }), start: fc.nat(), end: fc.nat(), digest: fc.string() }),
  );
  fc.assert(
    fc.property(fc.array(fc.record({ markdown: text, html: text, spans }), { maxLength: 12 }), (bodies) => {
      const writer = collect();
      const places = bodies.map(writer.add);
      const texts = writer.end();
      const opened = places.map((place) => openBody(place, inMemoryTexts(texts)));
      expect(opened.map(({ markdown, html, spans }) => ({ markdown, html, spans }))).toEqual(bodies);
      const all = bodies.map(({ markdown, html, spans }) => markdown + html + JSON.stringify(spans)).join('');
      expect(texts.length).toBe(Buffer.byteLength(all));
    }),
    { numRuns: 50 },
  );
});

/** A library that was stored and opened, beside the one in memory, and the file of its texts. */
function storeLibrary() {
  const { open } = makeLibrary('https://quire.test');
  const writer = collect();
  const placed = open.articles.map(({ sections: _, ...article }) => {
    const { body: __, citation: ___, ...facts } = article;
    const { lengths, bytes } = joinArticle(article);
    const places = [writer.addBytes(bytes), ...lengths] as const;
    return { ...facts, places, publicDigest: `sha256:${'0f'.repeat(32)}`, textsDigest: '' };
  });
  const articles = writeRows(placed, writer);
  const pages = open.pages.map(({ sections: _, ...page }) => ({ ...page, body: writer.add(page.body) }));
  const texts = writer.end();
  const stored = { ...open, articles, pages, bodies: { files: [], bytes: texts.length, digest: '' } };
  return { open, texts, read: openPublicLibrary(Buffer.from(JSON.stringify(stored)), () => inMemoryTexts(texts)) };
}

test('a library that is read by place says what the one in memory says', () => {
  const { open, read } = storeLibrary();
  for (const [index, article] of read.articles.entries()) {
    const { sections: _, ...made } = open.articles[index] ?? {};
    expect(JSON.parse(JSON.stringify(article))).toEqual(made);
    const copy = copyArticle(article, { price: 7 });
    expect(JSON.parse(JSON.stringify(copy))).toEqual({ ...made, price: 7 });
    expect([article.publicDigest, copy.publicDigest]).toEqual([`sha256:${'0f'.repeat(32)}`, undefined]);
    const { bibtex, ris, apa, csl } = article.citation;
    expect({ bibtex, ris, apa, csl }).toEqual(open.articles[index]?.citation);
  }
  expect(read.pages[0]?.body.html).toBe(open.pages[0]?.body.html);
});

test('a row that was altered on the disk is noticed before a fact of it is used', () => {
  const { open, texts, read } = storeLibrary();
  const [first] = read.articles;
  texts[texts.lastIndexOf(`"title":${JSON.stringify(open.articles[0]?.title)}`) + 10] = 0x58;
  expect(() => first?.title).toThrow('The file was changed.');
});

test('files of texts are read as one', () => {
  const files = ['one', '', 'two three', '', 'é'].map((text) => Buffer.from(text));
  const all = Buffer.concat(files);
  const joined = joinSources(files.map(inMemoryTexts));
  expect(joined.size).toBe(all.length);
  let start = 0;
  for (const { length } of files) {
    for (let from = start; from < start + length; from += 1)
      for (let end = from; end <= start + length; end += 1)
        expect(joined.read(from, end - from)).toEqual(all.subarray(from, end));
    start += length;
  }
});

test('a library that another version wrote is refused with the command to run', () => {
  const old = Buffer.from(JSON.stringify({ format: 2, articles: [], pages: [], bodies: { bytes: 0, digest: '' } }));
  expect(() => openPublicLibrary(old, () => inMemoryTexts(Buffer.alloc(0)))).toThrow(
    /another version: run "npm run build"/,
  );
});
