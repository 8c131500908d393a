/**
 * Of several in this process that name the same thing at once the first goes alone; the others wait for it and go together.
 * @returns `run`'s own outcome, for each
 */
export function createFirstAlone(): <Result>(name: string, run: () => Promise<Result>) => Promise<Result> {
  const running = new Map<string, Promise<unknown>>();

  return async (name, run) => {
    const first = running.get(name);
    if (first) {
      // What went wrong for the first is told to the first.
      await first.catch(() => undefined);
      return run();
    }
    const own = run();
    running.set(name, own);
    try {
      return await own;
    } finally {
      running.delete(name);
    }
  };
}
