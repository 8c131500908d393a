/**
 * Draws the bar charts of the articles from the figures that the measuring scripts printed in November 2026.
 * Run: node tests/load/article-figures/draw-figures.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const articles = join(import.meta.dirname, '../../../content/articles');
const width = 720;
const labelWidth = 250;
/** Each chart is drawn twice: for the light scheme, and beside it as `name.dark.svg` for the dark one. */
const schemes = {
  '.svg': { ink: '#1f2430', faint: '#5b6270', panel: '#fbfaf7', fills: ['#1f5f8b', '#d08a2e'] },
  '.dark.svg': { ink: '#e1e9e4', faint: '#a6b3ac', panel: '#161e1b', fills: ['#6fb4e8', '#e8a94f'] },
} as const;

interface Chart {
  file: string;
  /** What a screen reader says when the picture is opened by itself. */
  title: string;
  series: string[];
  /** Upper end of the axis. */
  top: number;
  format: (value: number) => string;
  rows: { label: string; values: number[] }[];
}

const grouped = new Intl.NumberFormat('en-US');

const charts: Chart[] = [
  {
    file: 'ranking-without-a-model/ladder.svg',
    title: 'nDCG@10 after each step, for Cranfield and SciFact',
    series: ['Cranfield', 'SciFact (training claims)'],
    top: 0.8,
    format: (value) => value.toFixed(3).replace(/^0/, ''),
    rows: [
      { label: 'FlexSearch, as it comes', values: [0.007, 0.025] },
      { label: '+ suggest: true', values: [0.299, 0.517] },
      { label: '+ stems and stop words', values: [0.384, 0.574] },
      { label: '+ BM25 weights in the slots', values: [0.517, 0.695] },
      { label: '+ title counts three times', values: [0.527, 0.701] },
      { label: '+ feedback, first three kept', values: [0.546, 0.702] },
    ],
  },
  {
    file: 'group-commit-and-durable-acknowledgements/rates.svg',
    title: 'Durable writes a second, by how they are committed',
    series: ['acknowledged writes a second'],
    top: 42_000,
    format: (value) => grouped.format(value),
    rows: [
      { label: 'one each, 1 waiting', values: [6553] },
      { label: 'one each, 64 waiting', values: [6863] },
      { label: 'grouped, 1 waiting', values: [6102] },
      { label: 'grouped, 8 waiting', values: [21_775] },
      { label: 'grouped, 64 waiting', values: [31_794] },
      { label: 'grouped, 512 waiting', values: [35_338] },
    ],
  },
  {
    file: 'how-a-crawler-list-ages/names.svg',
    title: 'Names on the list at the beginning of a month',
    series: ['names'],
    top: 180,
    format: String,
    rows: [
      { label: 'April 2024', values: [25] },
      { label: 'August 2024', values: [28] },
      { label: 'December 2024', values: [41] },
      { label: 'April 2025', values: [47] },
      { label: 'August 2025', values: [86] },
      { label: 'December 2025', values: [109] },
      { label: 'April 2026', values: [136] },
      { label: 'August 2026', values: [160] },
    ],
  },
  {
    file: 'does-a-schema-catch-a-typo/bands.svg',
    title: 'Schemas by the share of misspelt keys that they catch',
    series: ['schemas'],
    top: 290,
    format: String,
    rows: [
      { label: 'none', values: [92] },
      { label: 'up to a quarter', values: [79] },
      { label: 'up to a half', values: [55] },
      { label: 'up to three quarters', values: [53] },
      { label: 'nearly all', values: [90] },
      { label: 'all', values: [257] },
    ],
  },
  {
    file: 'who-publishes-llms-txt/full.svg',
    title: 'Entries that name an llms-full.txt, by category',
    series: ['per cent of the entries'],
    top: 55,
    format: (value) => value.toFixed(1),
    rows: [
      { label: 'infrastructure and cloud', values: [49.3] },
      { label: 'agencies and services', values: [48.1] },
      { label: 'shops', values: [46.2] },
      { label: 'automation', values: [44.7] },
      { label: 'content and media', values: [44.4] },
      { label: 'developer tools', values: [42.5] },
      { label: 'artificial intelligence', values: [37.9] },
      { label: 'business operations', values: [28.4] },
      { label: 'finance', values: [23.3] },
    ],
  },
];

/** One chart of horizontal bars on a panel of its own. */
function draw({ title, series, top, format, rows }: Chart, ending: keyof typeof schemes): string {
  const { ink, faint, panel, fills } = schemes[ending];
  const barHeight = series.length > 1 ? 15 : 22;
  const rowHeight = barHeight * series.length + 16;
  const height = 60 + rows.length * rowHeight + 12;
  const scale = (width - labelWidth - 90) / top;
  const legend = series.map((name, i) => {
    const x = labelWidth + i * 170;
    return `<rect x="${x}" y="20" width="14" height="14" rx="3" fill="${fills[i]}"/><text x="${x + 21}" y="32" fill="${faint}">${name}</text>`;
  });
  const bars = rows.flatMap(({ label, values }, row) => {
    const y = 60 + row * rowHeight;
    const middle = y + (barHeight * series.length) / 2 + 5;
    const text = `<text x="${labelWidth - 14}" y="${middle}" text-anchor="end" fill="${ink}">${label}</text>`;
    return [
      text,
      ...values.flatMap((value, i) => {
        const top = y + i * barHeight;
        const length = Math.max(1, value * scale);
        return [
          `<rect x="${labelWidth}" y="${top}" width="${length.toFixed(1)}" height="${barHeight - 2}" rx="2" fill="${fills[i]}"/>`,
          `<text x="${(labelWidth + length + 8).toFixed(1)}" y="${top + barHeight / 2 + 4}" fill="${ink}" font-size="13">${format(value)}</text>`,
        ];
      }),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}" font-family="system-ui, sans-serif" font-size="15">`,
    `<rect width="${width}" height="${height}" rx="12" fill="${panel}"/>`,
    ...legend,
    `<line x1="${labelWidth}" y1="50" x2="${labelWidth}" y2="${height - 12}" stroke="${faint}" stroke-width="1"/>`,
    ...bars,
    '</svg>\n',
  ].join('\n');
}

for (const chart of charts) {
  const path = join(articles, chart.file);
  mkdirSync(dirname(path), { recursive: true });
  for (const ending of ['.svg', '.dark.svg'] as const) writeFileSync(path.replace('.svg', ending), draw(chart, ending));
}
