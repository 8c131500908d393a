import type { z } from 'zod';
import { didYouMean } from './closest-match.ts';
import { explainLookAlike } from './look-alikes.ts';
import { isRecord } from './yaml.ts';

/** The parts of a key whose value has keys of its own. */
const partsOf: Readonly<Record<string, string>> = {
  corrections: 'date: and text:',
  versions: 'version:, date: and text:',
  artifacts: 'file: and title:',
  series: 'id:, title: and part:',
  retracted: 'date: and reason:',
  withdrawn: 'date: and reason:',
};

/** What is wrong with a value, in an author's words, and what to write. */
export function explainValue(issue: z.core.$ZodIssue, data: unknown): string {
  const value = valueAt(data, issue.path);
  if (value === undefined && issue.path.length > 0 && issue.code !== 'invalid_key' && issue.code !== 'custom')
    return 'This key is required; add it';
  switch (issue.code) {
    case 'invalid_type':
      return explainType(issue.expected, { value, parts: partsOf[String(issue.path.at(-1))] });
    case 'invalid_value':
      return explainChoice(issue.values.map(String), value);
    case 'invalid_key':
      return `${issue.issues[0]?.message ?? issue.message}${explainLookAlike(String(issue.path.at(-1)))}`;
    case 'too_big':
      return explainSize(value, { bound: `at most ${issue.maximum}` });
    case 'too_small':
      return explainSize(value, { bound: `${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}` });
    case 'invalid_format':
      if (issue.format === 'url') return 'Write a whole URL that begins with https://';
      return `${issue.message}${typeof value === 'string' ? explainLookAlike(value) : ''}`;
    default:
      return issue.message;
  }
}

/** Returns the value at a path in parsed data; undefined when there is none. */
export function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    data,
  );
}

function explainType(expected: string, { value, parts }: { value: unknown; parts: string | undefined }): string {
  if (value === null) return 'There is no value here; write one, in quotes if it begins with #';
  const isText = typeof value === 'string';
  switch (expected) {
    case 'string':
      if (isRecord(value)) return 'YAML reads the colon in it as a key and its value; put the whole text in quotes';
      if (Array.isArray(value)) return 'YAML reads this as a list; put a text that begins with [ in quotes';
      return `YAML reads ${String(value)} as a ${typeof value}; put it in quotes`;
    case 'array':
      if (parts) return `Write a list; each of its entries begins with "- " and has ${parts}`;
      return isText ? `Write a list, in brackets: [${value}]` : 'Write a list: one item a line, each after "- "';
    case 'boolean':
      return `Write true or false${isText ? ', without quotes' : ''}`;
    case 'int':
      if (typeof value === 'number') return 'Write a whole number';
      return 'Write a number, without quotes';
    case 'number':
      return 'Write a number, without quotes';
    default:
      return `Write ${parts ?? 'keys and their values'} here, each on a line of its own and indented by two spaces`;
  }
}

function explainChoice(choices: readonly string[], value: unknown): string {
  return `Write one of ${choices.join(', ')}${didYouMean(String(value), choices)}`;
}

function explainSize(value: unknown, { bound }: { bound: string }): string {
  if (Array.isArray(value)) return `There are ${value.length} here; name ${bound}`;
  if (typeof value !== 'string') return `Write a number that is ${bound}`;
  return value.trim() === '' ? 'There is no text here; write some' : `${value.length} characters; write ${bound}`;
}
