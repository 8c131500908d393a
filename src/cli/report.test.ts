import { beforeAll, expect, it } from 'vitest';
import { createTestServices } from '../../tests/support/services.ts';
import { createLedger } from '../core/ledger/ledger.ts';
import { readReport } from '../core/ledger/report.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { printUsage } from './arguments.ts';
import { runReport } from './report.ts';

const now = () => Date.UTC(2026, 10, 20);
const services = createTestServices({ store: createMemoryStore(now), now });

beforeAll(async () => {
  const ledger = createLedger({ ...services, language: 'en' });
  for (let count = 0; count < 12; count += 1) {
    ledger.count('id-paid-study', 'sale:0.05');
    ledger.count('id-field-notes', 'read:page:whole:person');
    ledger.ask({ text: '=HYPERLINK("x") "Rate limits",\u001b[2J why?', caller: String(count), confidence: 'sure' });
  }
  await ledger.flush();
});

async function run(...args: string[]) {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const context = { print, read: (weeks: number) => readReport(services, weeks) };
  const code = await runReport(args, context).catch((cause: unknown) => printUsage(cause, print));
  return { code, text: printed.join('') };
}

it('prints every table, without control characters of a question', async () => {
  const { code, text } = await run();
  expect(code).toBe(0);
  expect(text).toMatch(/paid-study +About paid-study +0 .* 10 +0\.5 /);
  expect(text).toContain('field-notes');
  expect(text).toContain('Rate limits');
  expect(text).not.toContain('\u001b');
});

it('writes each table as CSV, in which no cell is a formula', async () => {
  expect((await run('--csv', 'articles')).text).toMatch(/^article,title,reads,.*\npaid-study|field-notes/);
  const { text } = await run('--csv', 'questions');
  expect(text).toMatch(/\n"'=HYPERLINK\(""x""\)/);
});

it('writes the report as JSON', async () => {
  const { text } = await run('--json', '--weeks', '2');
  expect(JSON.parse(text)).toMatchObject({ weeks: ['2026-W46', '2026-W47'], total: { sales: 10, revenue: 0.5 } });
});

it.each([
  [['--weeks', '0'], /--weeks is 0; it is a whole number from 1 to 53\./],
  [['--weeks', 'ten'], /--weeks is ten/],
  [['--csv', 'authors'], /The table authors does not exist\./],
  [['--csv', 'articles', '--json'], /--csv and --json exclude one another\./],
  [['--page'], /Unknown option/],
])('refuses %j', async (args, message) => {
  const { code, text } = await run(...args);
  expect({ code, text }).toEqual({ code: 2, text: expect.stringMatching(message) });
});
