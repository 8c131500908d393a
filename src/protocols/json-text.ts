/**
 * A JSON object of values, followed by members that are JSON already: what is written once need not be written again.
 * @param written name to JSON text
 */
export function writeObject(values: object, written: Readonly<Record<string, string>>): string {
  const open = JSON.stringify(values).slice(0, -1);
  const members = Object.entries(written).map(([name, json]) => `${JSON.stringify(name)}:${json}`);
  const comma = open === '{' || members.length === 0 ? '' : ',';
  return `${open}${comma}${members.join(',')}}`;
}

/** A JSON array of elements that are JSON already. */
export function writeArray(elements: readonly string[]): string {
  return `[${elements.join(',')}]`;
}
