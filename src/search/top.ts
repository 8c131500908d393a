/** So many of the numbers with the highest values above 0, best first; of equals the one offered first. */
export function createTop(limit: number) {
  const values: number[] = [];
  const numbers: number[] = [];
  /** A value must exceed this to be among the highest. */
  const least = () => (values.length === limit ? (values.at(-1) ?? Number.POSITIVE_INFINITY) : 0);
  return {
    numbers,
    values,
    least,
    /** @returns what `least` gives now */
    offer(value: number, number: number): number {
      if (value <= least()) return least();
      let at = Math.min(values.length, limit - 1);
      for (; at > 0 && (values[at - 1] ?? 0) < value; at--) {
        values[at] = values[at - 1] ?? 0;
        numbers[at] = numbers[at - 1] ?? 0;
      }
      values[at] = value;
      numbers[at] = number;
      return least();
    },
  };
}
