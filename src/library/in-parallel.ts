/**
 * Works on items, a few at a time. After a failure no further item is begun.
 * @param width how many at a time
 * @throws the first failure, once the items that were begun have ended
 */
export async function inParallel<T>(
  items: Iterable<T>,
  { width, work }: { width: number; work: (item: T) => Promise<void> },
): Promise<void> {
  const waiting = [...items].toReversed();
  const failures: unknown[] = [];
  async function lane(): Promise<void> {
    for (let item = waiting.pop(); item !== undefined && failures.length === 0; item = waiting.pop())
      await work(item).catch((cause: unknown) => failures.push(cause));
  }
  await Promise.all(Array.from({ length: width }, lane));
  if (failures.length > 0) throw failures[0];
}
