export type Value = unknown;

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every name that a schema gives to a key, wherever it does. */
export function listNames(schema: unknown, names: Set<string> = new Set()): Set<string> {
  if (Array.isArray(schema)) for (const entry of schema) listNames(entry, names);
  if (!isObject(schema)) return names;
  if (isObject(schema.properties)) for (const name of Object.keys(schema.properties)) names.add(name);
  for (const value of Object.values(schema)) listNames(value, names);
  return names;
}

export interface Key {
  holder: Record<string, unknown>;
  key: string;
  /** Of the key, without the numbers of list entries: the same key of ten entries is one. */
  path: string;
  /** 0 at the top of the file. */
  depth: number;
}

/** Every key of a file. The list is made before anything is changed. */
export function findKeys(value: unknown, path = '', depth = 0): Key[] {
  if (Array.isArray(value)) return value.flatMap((entry) => findKeys(entry, path, depth));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, child]) => [
    { holder: value, key, path: `${path}/${key}`, depth },
    ...findKeys(child, `${path}/${key}`, depth + 1),
  ]);
}

/** The most common slip of all: one letter is missing, the middle one. */
export function misspell(key: string): string {
  const middle = Math.floor(key.length / 2);
  return key.slice(0, middle) + key.slice(middle + 1);
}

/** One letter too many, missing, wrong, or two swapped; nothing else, and not the same. */
export function isNear(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
