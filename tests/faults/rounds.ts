/** How often a fault is repeated: a few times in `npm run test:all`, 200 times by `npm run test:faults`. */
export const rounds = Number(process.env.FAULT_ROUNDS ?? 2);

/** Payments that are in the middle of their response when a process is killed: 50 of them and 20 rounds are 1,000. */
export const payers = Number(process.env.FAULT_PAYERS ?? 4);

/** Of tests that start processes, whose work is not of these tests. */
export const generous = { RATE_LIMIT_PER_MINUTE: '1000000', SUBSCRIBE_LIMIT_PER_MINUTE: '1000000' };

/** Does something for every item, several at a time: a check of thousands is most of a test otherwise. */
export async function forEach<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const queue = [...items].values(); // an iterator that all lanes share
  const lanes = Array.from({ length: 8 }, async () => {
    for (const item of queue) await work(item);
  });
  await Promise.all(lanes);
}
