import { expect, it } from 'vitest';
import { parseCsv } from './csv.ts';
import { readTable } from './read-table.ts';

it('reads quotes, empty cells and line ends as RFC 4180 has them, and says the line of each row', () => {
  const text = 'a,b\n"x ""y"", z",\n"two\nlines",2\n\n,3';
  expect(parseCsv(text, ',')).toEqual([
    { cells: ['a', 'b'], line: 1 },
    { cells: ['x "y", z', ''], line: 2 },
    { cells: ['two\nlines', '2'], line: 3 },
    { cells: ['', '3'], line: 6 },
  ]);
  expect(parseCsv('a\tb\n1\t\n', '\t').map(({ cells }) => cells)).toEqual([
    ['a', 'b'],
    ['1', ''],
  ]);
  expect(parseCsv('', ',')).toEqual([]);
});

it.each([
  ['rows.csv', '\uFEFF# About it.\r\nwhat,count\r\n"a",1\r\nb,\r\n'],
  ['rows.tsv', '\uFEFFwhat\tcount\na\t1\nb\t\n# The end.'],
  ['rows.json', '\uFEFF[{ "what": "a", "count": 1 }, { "what": "b", "count": null }]'],
])('reads %s without its byte order mark and what begins with #', (file, text) => {
  expect(readTable(text, file)).toEqual({
    columns: [
      { name: 'what', type: 'text', unit: null, digits: 0 },
      { name: 'count', type: 'number', unit: null, digits: 0 },
    ],
    rows: [
      ['a', 1],
      ['b', null],
    ],
  });
});

it.each([
  [
    'rows.csv',
    'what;count\na;1\n',
    'has semicolons between its columns in line 1; save it with commas, or with tabs and a name in .tsv',
  ],
  [
    'rows.csv',
    '# About it.\nwhat\tcount\na\t1\n',
    'has tabs between its columns in line 2; save it with commas, or with tabs and a name in .tsv',
  ],
  [
    'rows.csv',
    'what\na,1\n',
    'has 2 cells in line 2 and 1 column; write one cell for each, and nothing in one that is empty',
  ],
  [
    'rows.json',
    '[{\n"what": 1\n"count": 2}]',
    "is not JSON: Expected ',' or '}' after property value in JSON at position 13 (line 3 column 1)",
  ],
])('says what is wrong in %s: %j', (file, text, mistake) => {
  expect(readTable(text, file)).toEqual({ missing: `${file} ${mistake}` });
});

it.each(['rows.txt', 'rows.json', 'rows.csv'])('says of %s without rows what would be a table', (file) => {
  expect(readTable(file === 'rows.json' ? '{}' : 'what,count\n', file)).toEqual({
    missing: `${file} holds no rows; a .csv, .tsv or .json file with a name for each column does`,
  });
});

it('takes only days that there are for dates', () => {
  const typeOf = (text: string) => {
    const table = readTable(`when\n${text}\n`, 'a.csv');
    return 'columns' in table && table.columns[0]?.type;
  };
  expect(['2024-02-29', '2024-12', '2023-02-29', '2024-13'].map(typeOf)).toEqual(['date', 'date', 'text', 'text']);
});
