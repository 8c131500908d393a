import type { Catalogue } from '../../core/articles.ts';
/** Completions of a typed `value`: names that begin with it, then names that contain it, each in the given order. */
export function completeFrom(names: readonly string[], value: string): string[] {
  const typed = value.toLowerCase();
  const found = names.filter((name) => name.includes(typed));
  const begins = found.filter((name) => name.startsWith(typed));
  return [...begins, ...found.filter((name) => !name.startsWith(typed))];
}

export function completeSlug(catalogue: Pick<Catalogue, 'list'>, value: string): string[] {
  return completeFrom(
    catalogue.list().map(({ slug }) => slug),
    value,
  );
}

/** Reads the variable of a URI `prefix{variable}suffix`; undefined when the URI does not match. */
export function readVariable(prefix: string, suffix: string, uri: string): string | undefined {
  if (!uri.startsWith(prefix) || !uri.endsWith(suffix)) return undefined;
  const variable = uri.slice(prefix.length, uri.length - suffix.length);
  return variable || undefined;
}
