/**
 * Halves a range of a list.
 * @param about.isAfter true of some items at the end of the range, and only of these
 * @returns position of the first of them; the end of the range when there is none
 */
export function findFirst<Item>(
  list: readonly Item[],
  about: { start?: number; end?: number; isAfter: (item: Item) => boolean },
): number {
  let { start: first = 0, end: last = list.length } = about;
  while (first < last) {
    const middle = (first + last) >> 1;
    const item = list[middle];
    if (item !== undefined && about.isAfter(item)) last = middle;
    else first = middle + 1;
  }
  return first;
}
