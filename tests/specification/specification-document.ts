import { readFileSync } from 'node:fs';

/** A field that docs/specification.md gives a shape of section 2. */
export interface SpecifiedField {
  shape: string;
  /** Members from the shape down: `results.score`. */
  path: string;
  /** In the words of the specification. */
  type: string;
  isRequired: boolean;
}

/** The document by section: number, name of the resource below it, lines. */
function readParts(): { section: string; resource: string; lines: string[] }[] {
  const parts: { section: string; resource: string; lines: string[] }[] = [];
  for (const line of readFileSync('docs/specification.md', 'utf8').split('\n')) {
    const heading = /^(#{2,3}) (?:(\d+)\. )?(\S+)/.exec(line);
    const section = heading?.[2] ?? parts.at(-1)?.section ?? '';
    if (heading) parts.push({ section, resource: heading[1] === '###' ? (heading[3] ?? '') : '', lines: [] });
    else parts.at(-1)?.lines.push(line);
  }
  return parts;
}

const cellsOf = (row: string) =>
  row
    .slice(1)
    .split('|')
    .map((cell) => cell.trim());

/** Every field of every shape of section 2, whether it stands in a table, in a written-out shape or in a sentence. */
export function readFields(): SpecifiedField[] {
  return readParts()
    .filter(({ section, resource }) => section === '2' && resource !== '' && resource !== 'Gaps')
    .flatMap(({ resource: shape, lines }) => {
      const written = lines.find((line) => line.startsWith('`{'));
      const named = /((?:`\w+`(?:, | and )?)+) (?:is|are) required/.exec(lines.join('\n'))?.[1] ?? '';
      const required = new Set(Array.from(named.matchAll(/`(\w+)`/g), ([, name = '']) => name));
      const ofShape = written ? readShape(written.split('`')[1] ?? '') : [];
      return [...readTable(lines), ...readPagination(lines), ...ofShape].map((field) => ({
        shape,
        ...field,
        isRequired: field.isRequired || required.has(field.path),
      }));
    });
}

type Described = Omit<SpecifiedField, 'shape'>;

function readTable(lines: readonly string[]): Described[] {
  const [header = '', , ...rows] = lines.filter((line) => line.startsWith('|'));
  const requiredAt = cellsOf(header).indexOf('Required');
  return rows.flatMap((row) => {
    const cells = cellsOf(row);
    const [path = '', type = '', notes = ''] = cells;
    const below = /fields: (.+)/.exec(notes)?.[1] ?? '';
    const members = Array.from(below.matchAll(/`(\w+)` (\w+)/g), ([, name = '', each = '']) => ({
      path: `${path}.${name}`,
      type: each,
      isRequired: true,
    }));
    return [{ path, type, isRequired: requiredAt < 0 || cells[requiredAt] === 'yes' }, ...members];
  });
}

/** `pagination` fields (all optional): `page` integer, ... */
function readPagination(lines: readonly string[]): Described[] {
  const line = lines.find((each) => each.startsWith('`pagination` fields')) ?? '';
  const [, fields = ''] = line.split('): ');
  return Array.from(fields.matchAll(/`(\w+)` ([^,.]+)/g), ([, name = '', type = '']) => ({
    path: `pagination.${name}`,
    type,
    isRequired: false,
  }));
}

/** `{ tiers: [ { tier: string } ] }`: each member with the members it is below. */
function readShape(text: string): Described[] {
  const found: Described[] = [];
  const above: string[] = [];
  let last = '';
  for (const [, name, word] of text.matchAll(/(\w+):\s*|([{}]|[a-z][a-z ]*(?:\((?:required|optional)\))?)/g)) {
    if (name) {
      last = name;
      found.push({ path: [...above.filter(Boolean), name].join('.'), type: 'object', isRequired: false });
    } else if (word === '{') {
      above.push(last);
    } else if (word === '}') {
      above.pop();
    } else if (word) {
      const field = found.at(-1);
      if (field)
        Object.assign(field, { type: word.replace(/ *\(.*/, '').trim(), isRequired: word.includes('(required)') });
    }
  }
  const isList = (path: string) => new RegExp(`\\b${path.split('.').at(-1)}: \\[`).test(text);
  return found.map((field) => (isList(field.path) ? { ...field, type: 'array' } : field));
}

/**
 * Every other demand: rows of tables outside section 2, rules, items and sentences, each by an id that says where it
 * stands. What the specification calls "not shown" demands nothing.
 */
export function readDemands(): { id: string; text: string }[] {
  return readParts().flatMap(({ section, resource, lines }) => {
    if (section === '' || resource === 'Gaps') return [];
    const found: { id: string; text: string }[] = [];
    const add = (id: string, text: string) => {
      for (const [index, sentence] of text.split(/(?<=[.;])\s+/).entries()) {
        if (!sentence.includes('not shown'))
          found.push({ id: index === 0 ? id : `${id}, sentence ${index + 1}`, text: sentence });
      }
    };
    const prefix = section === '2' ? `2 ${resource}` : section;
    let row = 0;
    let item = 0;
    let paragraph = 0;
    for (const line of lines) {
      row = line.startsWith('|') ? row + 1 : 0;
      const rule = /^(\d+)\. (.+)/.exec(line);
      if (row > 2 && section !== '2') found.push({ id: rowId(section, line), text: line });
      else if (rule) add(`${section} rule ${rule[1]}`, rule[2] ?? '');
      else if (line.startsWith('- ')) {
        item += 1;
        add(`${section} item ${item}`, line.slice(2));
      } else if (line !== '' && row === 0 && !line.endsWith(':') && !/^`(?:\{|pagination)|^Gap/.test(line)) {
        paragraph += 1;
        add(`${prefix} prose ${paragraph}`, line);
      }
    }
    return found;
  });
}

function rowId(section: string, row: string): string {
  const [first = '', second = ''] = cellsOf(row.replaceAll('`', ''));
  return section === '7' ? `7 ${first} ${second}` : `${section} ${first}`;
}
