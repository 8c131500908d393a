import fc from 'fast-check';
import { z } from 'zod';

type Schema = Readonly<Record<string, unknown>>;

const Known = z.looseObject({
  $ref: z.string().optional(),
  anyOf: z.array(z.record(z.string(), z.unknown())).optional(),
  oneOf: z.array(z.record(z.string(), z.unknown())).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  items: z.record(z.string(), z.unknown()).optional(),
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
  required: z.array(z.string()).optional(),
});

/** Values that a schema of an OpenAPI document allows. @param schemas its components, by name */
export function valuesOf(schema: Schema, schemas: Readonly<Record<string, unknown>>): fc.Arbitrary<unknown> {
  const known = Known.parse(schema);
  const { $ref, anyOf, oneOf } = known;
  const inner = (each: Schema) => valuesOf(each, schemas);
  if ($ref) return inner(z.record(z.string(), z.unknown()).parse(schemas[$ref.split('/').at(-1) ?? '']));
  if ('const' in schema) return fc.constant(known.const);
  if (known.enum) return fc.constantFrom(...known.enum);
  const either = anyOf ?? oneOf;
  if (either) return fc.oneof(...either.map(inner));
  if (Array.isArray(known.type)) return fc.oneof(...known.type.map((type) => inner({ ...schema, type })));
  if (known.type === 'string') return inMemoryTexts(known);
  if (known.type === 'integer' || known.type === 'number') {
    const { minimum = -1_000, maximum = 1_000_000 } = known;
    return fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum, maximum));
  }
  if (known.type === 'boolean') return fc.boolean();
  if (known.type === 'null') return fc.constant(null);
  if (known.type === 'array') {
    const { minItems = 0, maxItems = 5 } = known;
    return fc.array(known.items ? inner(known.items) : fc.jsonValue(), { minLength: minItems, maxLength: maxItems });
  }
  const members = Object.entries(known.properties ?? {}).map(([name, member]) => [name, inner(member)]);
  const model: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(members);
  return fc.record(model, { requiredKeys: known.required ?? [] });
}

function inMemoryTexts({
  format,
  pattern,
  minLength = 0,
  maxLength = 60,
}: z.infer<typeof Known>): fc.Arbitrary<string> {
  if (format === 'uri') return fc.webUrl();
  if (format === 'date' || format === 'date-time') {
    const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    return days.map((day) => day.toISOString().slice(0, format === 'date' ? 10 : 24));
  }
  if (pattern && pattern !== '\\S') return fc.stringMatching(new RegExp(pattern));
  const texts = fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 80), unit: 'grapheme' });
  return pattern ? texts.filter((text) => new RegExp(pattern, 'u').test(text)) : texts;
}

/** Deep enough to overflow what recurses, and small enough to be read at all. */
const deep = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);

const odd = fc.oneof(
  fc.constantFrom<unknown>(null, true, -1, 0, 1e21, 0.5, '', ' ', '\u0000', '__proto__', '💥', [], {}, [[]]),
  fc.constantFrom('2026-02-30', 'javascript:alert(1)', '../..', 'a'.repeat(3_000), deep(2_000), deep(31)),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A JSON value of which one part became something else: replaced, wrapped, left out or joined by what nobody knows. */
export function damaged(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const how = fc.constantFrom('replace', 'replace', 'wrap', 'remove', 'add');
  return fc.record({ value: values, at: fc.nat(), how, other: odd }).map(({ value, at, how, other }) => {
    const places = placesOf(value);
    const place = places[at % places.length];
    return place ? change(value, place, how, other) : other;
  });
}

type Place = readonly (string | number)[];

function placesOf(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([name, member]) => placesOf(member, [...at, name]))];
}

function change(value: unknown, [name, ...rest]: Place, how: string, other: unknown): unknown {
  if (name === undefined) {
    if (how === 'wrap') return [value];
    if (how === 'add' && typeof value === 'object' && value !== null && !Array.isArray(value))
      return { ...value, unknown: other };
    return other;
  }
  if (typeof value !== 'object' || value === null) return other;
  const members = Object.entries(value).flatMap(([each, member]) => {
    if (each !== name) return [[each, member]];
    if (how === 'remove' && rest.length === 0) return [];
    return [[each, change(member, rest, how, other)]];
  });
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}
