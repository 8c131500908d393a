import type { z } from 'zod';
import { nearest } from '../checks/nearest.ts';
import type { Report, RuleName } from '../checks/rules.ts';
import type { YamlPath } from './yaml.ts';

interface Located {
  data: unknown;
  find: (path: YamlPath) => number;
  findKey: (path: YamlPath) => number;
}

/**
 * Parses YAML data and reports every issue where it stands in the file.
 * @param options.rule the rule a wrong value breaks; `keyRule` the one an unknown key breaks.
 * @returns undefined when anything was reported.
 */
export function validateYaml<T>(
  schema: z.ZodType<T>,
  located: Located,
  options: { rule: RuleName; keyRule: RuleName; knownKeys: readonly string[]; report: Report },
): T | undefined {
  const parsed = schema.safeParse(located.data);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const path = issue.path.filter((part) => typeof part !== 'symbol');
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) reportUnknownKey({ key, path, located, options });
      continue;
    }
    options.report(options.rule, located.find(path), `${nameField(path)}${explainIssue(issue, located.data)}`);
  }
  return undefined;
}

function reportUnknownKey(found: {
  key: string;
  path: YamlPath;
  located: Located;
  options: { keyRule: RuleName; knownKeys: readonly string[]; report: Report };
}): void {
  const { key, path, located, options } = found;
  const closest = path.length === 0 ? nearest(key, options.knownKeys) : undefined;
  const hint = closest ? `did you mean ${closest}?` : 'see the list of keys in the author guide';
  options.report(options.keyRule, located.findKey([...path, key]), `${nameField(path)}Unknown key ${key}; ${hint}`);
}

function nameField(path: YamlPath): string {
  return path.length > 0 ? `${path.join('.')}: ` : '';
}

function explainIssue(issue: z.core.$ZodIssue, data: unknown): string {
  const value = valueAt(data, issue.path);
  if (value === undefined && issue.path.length > 0 && issue.code !== 'invalid_key') return 'This key is required';
  if (issue.code === 'invalid_type' && issue.expected === 'string') {
    if (isScalarButText(value)) return `YAML reads ${String(value)} as a ${typeof value}; put it in quotes`;
    if (isMapping(value)) return 'YAML reads the colon in it as a key and its value; put the whole text in quotes';
  }
  if (issue.code === 'invalid_value' && typeof value === 'string') {
    const closest = nearest(value, issue.values.map(String));
    return `${issue.message}${closest ? `; did you mean ${closest}?` : ''}`;
  }
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message;
  return issue.message;
}

function isScalarButText(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

function isMapping(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    data,
  );
}
