import { isRecord } from '../load/yaml.ts';

type Spec = Record<string, unknown>;

export interface Found {
  path: (string | number)[];
  value: unknown;
  parent: Spec;
}

/** Every value under a key of a specification, but for rows of data. */
export function* walk(value: unknown, path: (string | number)[] = []): Generator<Found> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* walk(item, [...path, index]);
    return;
  }
  if (!isRecord(value)) return;
  for (const [key, inside] of Object.entries(value)) {
    yield { path: [...path, key], value: inside, parent: value };
    if (key !== 'values' && key !== 'datasets' && key !== 'usermeta') yield* walk(inside, [...path, key]);
  }
}
