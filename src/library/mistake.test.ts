import { expect, it } from 'vitest';
import { z } from 'zod';
import { describeMistake } from './mistake.ts';

const Order = z.strictObject({
  name: z.string().min(1).max(5).optional(),
  count: z.number().min(1).max(9).optional(),
  items: z
    .array(z.object({ id: z.string() }))
    .min(1)
    .optional(),
  mode: z.enum(['list', 'summarize']).optional(),
  home: z.url().optional(),
  code: z
    .string()
    .regex(/^[a-z]+$/, 'small letters only')
    .optional(),
  plain: z
    .string()
    .regex(/^[a-z]+$/)
    .optional(),
  either: z.union([z.string(), z.number()]).optional(),
  since: z.union([z.iso.date(), z.iso.datetime()]).optional(),
  amount: z.union([z.int(), z.string().regex(/^\d+$/, 'not a whole number')]).optional(),
  pair: z.union([z.string(), z.object({ dark: z.string() })]).optional(),
});

it.each([
  [[], 'The order: an object is expected.'],
  [{ name: '' }, 'name: it must not be empty.'],
  [{ name: 'too long' }, 'name: at most 5 characters.'],
  [{ name: 4 }, 'name: a text is expected.'],
  [{ count: 0 }, 'count: at least 1.'],
  [{ count: 10 }, 'count: at most 9.'],
  [{ items: [] }, 'items: it must not be empty.'],
  [{ items: [{}] }, 'items.0.id: it is missing.'],
  [{ mode: 'x' }, 'mode: one of "list", "summarize" is expected.'],
  [{ home: 'x' }, 'home: a URL is expected.'],
  [{ code: 'X' }, 'code: small letters only.'],
  [{ plain: 'X' }, 'plain: it must match /^[a-z]+$/.'],
  [{ either: true }, 'either: a text or a number is expected.'],
  [{ since: '1 May' }, 'since: a day (YYYY-MM-DD) or a moment (ISO 8601) is expected.'],
  [{ amount: '1e1' }, 'amount: not a whole number.'],
  [{ pair: { dark: 4 } }, 'pair: dark: a text is expected.'],
  [{ colour: 'red' }, 'The order: unknown key colour.'],
])('says of %j where the mistake is and what is expected', (value, sentence) => {
  const { error } = Order.safeParse(value);
  if (!error) throw new Error('It was taken.');
  expect(describeMistake(error, { whole: 'The order' })).toBe(sentence);
});
