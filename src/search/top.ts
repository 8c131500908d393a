/** Keeps so many of the highest values above 0, best first; of equals the one offered first. */
export function createTop<Item>(limit: number) {
  const kept: { value: number; item: Item }[] = [];
  let lowest = limit > 0 ? 0 : Number.POSITIVE_INFINITY;
  return {
    offer(value: number, item: Item): void {
      if (value <= lowest) return;
      let at = kept.length;
      while (at > 0 && (kept[at - 1]?.value ?? 0) < value) at--;
      kept.splice(at, 0, { value, item });
      if (kept.length > limit) kept.pop();
      if (kept.length === limit) lowest = kept[limit - 1]?.value ?? 0;
    },
    /** A value must exceed this to be among the highest. */
    threshold: () => lowest,
    items: () => kept.map(({ item }) => item),
  };
}
