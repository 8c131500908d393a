import { inflateSync } from 'node:zlib';

/**
 * The text of a PDF as Chromium writes it, in the order in which it is drawn: glyphs of its streams by the table of
 * their font (PDF 32000-1 sections 9.4.3 and 9.10.3). It has no spaces: each glyph is placed by itself.
 */
export function readPdfText(pdf: Buffer): string {
  const objects = readObjects(pdf);
  const tables = new Map<string, ReadonlyMap<string, string>>();
  for (const { head } of objects.values()) {
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1] ?? '';
      tables.set(name, readTable(objects.get(table)?.stream ?? ''));
    }
  }
  return [...objects.values()]
    .map(({ stream }) => (/\bTf\b/.test(stream) ? readStream(stream, tables) : ''))
    .join('')
    .replaceAll(/\s/g, '');
}

function readObjects(pdf: Buffer): Map<string, { head: string; stream: string }> {
  const objects = new Map<string, { head: string; stream: string }>();
  const text = pdf.toString('latin1');
  for (const { 1: id = '', 2: body = '', index, 0: whole } of text.matchAll(/(\d+) 0 obj\s([\s\S]*?)endobj/g)) {
    const at = body.indexOf('stream\n');
    const start = index + whole.indexOf(body) + at + 'stream\n'.length;
    const length = Number(/\/Length (\d+)/.exec(body)?.[1]);
    const isPacked = at >= 0 && /\/FlateDecode/.test(body.slice(0, at));
    const stream = isPacked ? inflateSync(pdf.subarray(start, start + length)).toString('latin1') : '';
    objects.set(id, { head: at < 0 ? body : body.slice(0, at), stream });
  }
  return objects;
}

/**
 * The characters of each glyph by its hexadecimal code: `<0003> <0020>`, or for a row of them `<0003> <0005> <0020>`.
 */
function readTable(cmap: string): ReadonlyMap<string, string> {
  const table = new Map<string, string>();
  for (const [section] of cmap.matchAll(/beginbf(?:char|range)[\s\S]*?endbf/g)) {
    for (const [, first = '', last = first, to = ''] of section.matchAll(/^<(\w+)> (?:<(\w+)> )?<(\w+)>$/gm)) {
      const letters = Buffer.from(to, 'hex').swap16().toString('utf16le');
      const count = Number.parseInt(last, 16) - Number.parseInt(first, 16);
      for (let step = 0; step <= count; step += 1) {
        const code = (Number.parseInt(first, 16) + step).toString(16).padStart(first.length, '0').toUpperCase();
        table.set(code, count === 0 ? letters : String.fromCodePoint((letters.codePointAt(0) ?? 0) + step));
      }
    }
  }
  return table;
}

function readStream(stream: string, tables: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let table: ReadonlyMap<string, string> | undefined;
  let text = '';
  const operators = /\/(F\d+) [\d.]+ Tf|<([\dA-F]+)>(?=[^\]]*\]\s*TJ|\s*Tj)/g;
  for (const [, font, hex] of stream.matchAll(operators)) {
    const [sample = ''] = table?.keys() ?? [];
    if (font) table = tables.get(font);
    else if (hex)
      text += (hex.match(new RegExp(`.{${sample.length || 4}}`, 'g')) ?? [])
        .map((code) => table?.get(code) ?? '')
        .join('');
  }
  return text;
}
