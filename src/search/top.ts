/** Keeps so many of the highest values above 0, best first; of equals the one offered first. */
export function createTop<Item>(limit: number) {
  const values: number[] = [];
  const items: Item[] = [];
  let lowest = limit > 0 ? 0 : Number.POSITIVE_INFINITY;
  return {
    offer(value: number, item: Item): void {
      if (value <= lowest) return;
      let at = Math.min(values.length, limit - 1);
      for (; at > 0 && (values[at - 1] ?? 0) < value; at--) {
        values[at] = values[at - 1] ?? 0;
        items[at] = items[at - 1] ?? item;
      }
      values[at] = value;
      items[at] = item;
      if (values.length === limit) lowest = values[limit - 1] ?? 0;
    },
    /** A value must exceed this to be among the highest. */
    threshold: () => lowest,
    items: (): readonly Item[] => items,
  };
}
