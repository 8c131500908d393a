/** Counts the turns of the event loop in which other requests could be served while some work runs. */
export async function countTurns<Value>(work: () => Promise<Value>): Promise<{ turns: number; value: Value }> {
  let turns = 0;
  let isDone = false;
  const next = () => {
    turns += 1;
    if (!isDone) setImmediate(next);
  };
  setImmediate(next);
  try {
    return { value: await work(), turns };
  } finally {
    isDone = true;
  }
}
