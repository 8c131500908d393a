import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** How the library's own sentences begin; a schema that says something better says it here as well. */
const ownWords = /^(?:Invalid|Too small|Too big|Unrecognized|Expected)/;

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const formats: Readonly<Record<string, string>> = {
  url: 'a URL',
  email: 'an email address',
  date: 'a day (YYYY-MM-DD)',
  datetime: 'a moment (ISO 8601)',
};

/**
 * The first mistake in a value, where it is and what is expected there. The value itself is not repeated.
 * @param about.whole names the value for a mistake that is in no member of it
 * @param about.place writes the path of a member, by default with dots
 */
export function describeMistake(
  error: z.core.$ZodError,
  about: { whole?: string; place?: (path: readonly PropertyKey[]) => string } = {},
): string {
  const { whole = 'The body', place = (path) => path.map(String).join('.') } = about;
  const [issue] = error.issues;
  return `${place(issue?.path ?? []) || whole}: ${issue ? describeIssue(issue) : 'it is not as described'}.`;
}

/** Which members of a payload are not as a protocol has them, without what is expected of each. */
export function nameWrongMembers(error: z.core.$ZodError, protocol: string): string {
  const paths = error.issues.map(({ path }) => path.join('.') || 'the payload');
  return `Not as ${protocol} has it: ${[...new Set(paths)].join(', ')}.`;
}

/** What is wrong with one member, without its place. */
export function describeIssue(issue: Issue): string {
  if (!ownWords.test(issue.message)) return issue.message.replace(/\.$/, '');
  switch (issue.code) {
    case 'invalid_type':
      return /received undefined$/.test(issue.message)
        ? 'it is missing'
        : `${kinds[issue.expected] ?? issue.expected} is expected`;
    case 'too_small':
      return isCounted(issue.origin) && issue.minimum === 1
        ? 'it must not be empty'
        : `${issue.inclusive === false ? 'more than' : 'at least'} ${measure(issue.minimum, issue.origin)}`;
    case 'too_big':
      return `${issue.inclusive === false ? 'less than' : 'at most'} ${measure(issue.maximum, issue.origin)}`;
    case 'invalid_value':
      return `${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map((value) => JSON.stringify(value)).join(', ')} is expected`;
    case 'invalid_format':
      // Every format has a pattern, and that of an email address would fill the message.
      return issue.format === 'regex' && issue.pattern
        ? `it must match ${issue.pattern}`
        : `${formats[issue.format] ?? issue.format} is expected`;
    case 'unrecognized_keys':
      return `unknown key ${issue.keys.join(', ')}`;
    case 'invalid_union':
      return describeForms(issue.errors);
    default:
      return 'it is none of what may stand here';
  }
}

/** Describes a value with several possible forms: the error of the form that matched furthest, or the list of forms. */
function describeForms(forms: readonly (readonly Issue[])[]): string {
  const mistakes = forms.flatMap(([first]) => (first ? [first] : []));
  const inside = mistakes.find(({ path }) => path.length > 0);
  if (inside) return `${inside.path.join('.')}: ${describeIssue(inside)}`;
  const own = mistakes.find(({ message }) => !ownWords.test(message));
  if (own) return describeIssue(own);
  const expected = mistakes.map((mistake) => describeIssue(mistake).replace(/ is expected$/, ''));
  return expected.length > 0 ? `${expected.join(' or ')} is expected` : 'it is none of what may stand here';
}

function isCounted(origin: string): boolean {
  return origin === 'string' || origin === 'array';
}

function measure(count: number | bigint, origin: string): string {
  switch (origin) {
    case 'string':
      return `${count} characters`;
    case 'array':
      return `${count} entries`;
    default:
      return String(count);
  }
}
