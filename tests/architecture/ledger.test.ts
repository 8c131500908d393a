import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ledger } from '../specification/ledger.ts';

/** Every numbered rule, list item and table row of the specification, by section; what it calls gaps ("not shown") is decided elsewhere. */
function readRequirements(): string[] {
  const ids: string[] = [];
  let section = '';
  let resource = '';
  let row = 0;
  let item = 0;
  for (const line of readFileSync('docs/specification.md', 'utf8').split('\n')) {
    const heading = /^(#{2,3}) (?:(\d+)\. )?(\S+)/.exec(line);
    if (heading) {
      section = heading[2] ?? section;
      resource = heading[1] === '###' ? (heading[3] ?? '') : '';
      item = 0;
    }
    row = line.startsWith('|') ? row + 1 : 0;
    if (row > 2) ids.push(rowId(section, resource, line));
    const rule = /^(\d+)\. /.exec(line);
    if (rule && section) ids.push(`${section} rule ${rule[1]}`);
    if (line.startsWith('- ') && section && !line.includes('not shown') && resource !== 'Gaps') {
      item += 1;
      ids.push(`${section} item ${item}`);
    }
  }
  return ids;
}

function rowId(section: string, resource: string, line: string): string {
  const [first = '', second = ''] = line
    .slice(1)
    .split('|')
    .map((cell) => cell.replaceAll('`', '').trim());
  if (section === '7') return `7 ${first} ${second}`;
  return resource ? `${section} ${resource} ${first}` : `${section} ${first}`;
}

it('has an entry for every rule and row of the specification, and for nothing else', () => {
  const required = readRequirements();
  expect(required.length).toBeGreaterThan(60);
  expect(Object.keys(ledger).sort()).toEqual([...new Set(required)].sort());
});

it.each(Object.entries(ledger))('names a test that exists for %s', (_, [file, test]) => {
  expect(readFileSync(`tests/specification/${file}`, 'utf8')).toContain(test);
});
