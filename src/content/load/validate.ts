import { z } from 'zod';
import { didYouMean } from './closest-match.ts';
import type { Report, RuleName } from './rules.ts';
import { explainValue, valueAt } from './value-mistakes.ts';
import { isRecord, type YamlPath } from './yaml.ts';

interface Located {
  data: Readonly<Record<string, unknown>>;
  /** Keys that are reported already; undefined when none could be read, and so none is missed. */
  unreadable: ReadonlySet<string> | undefined;
  find: (path: YamlPath) => number;
  findKey: (path: YamlPath) => number;
}

interface Validation {
  /** The rule a wrong value breaks. */
  rule: RuleName;
  /** The one that an unknown key breaks; the same when absent. */
  keyRule?: RuleName;
  report: Report;
}

/**
 * Validates YAML data and reports every issue at its position in the file, except for keys that are reported already.
 * @returns undefined when anything is invalid
 */
export function validateYaml<T>(schema: z.ZodType<T>, located: Located, options: Validation): T | undefined {
  const parsed = schema.safeParse(located.data);
  if (parsed.success) return located.unreadable?.size === 0 ? parsed.data : undefined;
  const issues = parsed.error.issues.flatMap((issue) => openUnion(issue, located.data));
  const mistyped = new Set(issues.flatMap(({ code, path }) => (code === 'invalid_type' ? [path.join('.')] : [])));
  for (const issue of issues) {
    const path = issue.path.filter((part) => typeof part !== 'symbol');
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) reportUnknownKey(schema, { key, path, located, options });
      continue;
    }
    if (isReported(path, located)) continue;
    // Zod also counts the characters of a text where it expects a list.
    if (issue.code !== 'invalid_type' && mistyped.has(path.join('.'))) continue;
    options.report(options.rule, located.find(path), `${nameField(path)}${explainValue(issue, located.data)}`);
  }
  return undefined;
}

/** The valid part of an invalid mapping: of a list or a mapping of many the valid entries. */
export interface RightPart {
  data: Record<string, unknown>;
  /** The place that a path in `data` has in the file: entries that were left out are counted. */
  placeOf: (path: YamlPath) => YamlPath;
}

/** Judges each value by the schema of its key. */
export function pickRight(
  shape: Readonly<Record<string, z.ZodType>>,
  data: Readonly<Record<string, unknown>>,
): RightPart {
  const right: Record<string, unknown> = {};
  const validPlaces = new Map<string, readonly number[]>();
  for (const [key, value] of Object.entries(data)) {
    const schema = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (!schema) continue;
    if (schema.safeParse(value).success) right[key] = value;
    else if (Array.isArray(value)) {
      const places = [...value.keys()].filter((index) => schema.safeParse([value[index]]).success);
      const entries = places.map((index) => value[index]);
      if (!schema.safeParse(entries).success || entries.length === 0) continue;
      right[key] = entries;
      validPlaces.set(key, places);
    } else if (isRecord(value)) {
      const entries = Object.entries(value).filter(([name, entry]) => schema.safeParse({ [name]: entry }).success);
      if (entries.length > 0) right[key] = Object.fromEntries(entries);
    }
  }
  return {
    data: right,
    placeOf([key, index, ...inside]) {
      if (key === undefined) return [];
      if (index === undefined) return [key];
      return [key, (typeof index === 'number' ? validPlaces.get(String(key))?.[index] : undefined) ?? index, ...inside];
    },
  };
}

/**
 * Issues of a value that may be text or a mapping: those of the alternative that knows one of its keys, otherwise those
 * of the first.
 */
function openUnion(issue: z.core.$ZodIssue, data: unknown): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const isOfMapping = (error: z.core.$ZodIssue) =>
    error.path.length > 0 || (error.code === 'invalid_type' && error.expected === 'object');
  if (!issue.errors.some((found) => found.some(isOfMapping))) return [issue];
  const keys = Object.keys(Object(valueAt(data, issue.path)));
  const isKnown = (error: z.core.$ZodIssue) => error.code === 'unrecognized_keys' && error.keys.length < keys.length;
  const form =
    issue.errors.find((found) => found.every(({ path }) => path.length > 0) || found.some(isKnown)) ?? issue.errors[0];
  return (form ?? []).map((found) => ({ ...found, path: [...issue.path, ...found.path] }));
}

function isReported([key]: YamlPath, { unreadable, data }: Located): boolean {
  if (key === undefined) return false;
  return unreadable === undefined ? valueAt(data, [key]) === undefined : unreadable.has(String(key));
}

function reportUnknownKey(
  schema: z.ZodType,
  unknown: { key: string; path: YamlPath; located: Located; options: Validation },
): void {
  const { key, path, located, options } = unknown;
  const { rule, keyRule = rule, report } = options;
  const owner = schemaAt(schema, path);
  const known = owner instanceof z.ZodObject ? Object.keys(owner.shape) : [];
  const hint = /^(?:price|cost)$/i.test(key)
    ? '; an article with tier: paid has the price in plans.yaml'
    : didYouMean(key, known, { otherwise: 'see the list of keys in the author guide' });
  report(keyRule, located.findKey([...path, key]), `${nameField(path)}Unknown key ${key}${hint}`);
}

/** Finds what is expected at a path; of alternatives the one that is a mapping. */
function schemaAt(schema: unknown, [part, ...inside]: YamlPath): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return schemaAt(schema.unwrap(), part === undefined ? [] : [part, ...inside]);
  if (schema instanceof z.ZodUnion) {
    const mapping = schema.options.find((option) => option instanceof z.ZodObject);
    return schemaAt(mapping, part === undefined ? [] : [part, ...inside]);
  }
  if (part === undefined) return schema;
  if (schema instanceof z.ZodObject) return schemaAt(schema.shape[part], inside);
  if (schema instanceof z.ZodArray) return schemaAt(schema.element, inside);
  return schema instanceof z.ZodRecord ? schemaAt(schema.valueType, inside) : undefined;
}

function nameField(path: YamlPath): string {
  return path.length > 0 ? `${path.join('.')}: ` : '';
}
