import { expect, test } from 'vitest';
import { createGroupCommit, runCallerFunction } from './group-commit.ts';
import { StoreUnavailable } from './store.ts';

/** An engine of which some statements fail, and which keeps the order of all. */
function createEngine(failing: Record<string, Error> = {}) {
  const log: string[] = [];
  return {
    log,
    isTransaction: true,
    exec(statement: string) {
      log.push(statement);
      if (failing[statement]) throw failing[statement];
    },
  };
}

test('writes of one turn share one transaction, and settle after its COMMIT', async () => {
  const engine = createEngine();
  const commits = createGroupCommit(engine, { sweep: (size) => engine.log.push(`sweep ${size}`) });
  const write = (name: string) =>
    commits.enqueue(() => engine.log.push(`write ${name}`)).then(() => engine.log.push(`settled ${name}`));
  await Promise.all([write('a'), write('b')]);
  expect(engine.log).toEqual(['BEGIN IMMEDIATE', 'write a', 'write b', 'sweep 2', 'COMMIT', 'settled a', 'settled b']);
});

test('a COMMIT that fails refuses every write in it', async () => {
  const full = new Error('disk is full');
  const engine = createEngine({ COMMIT: full });
  const commits = createGroupCommit(engine, { sweep: () => {} });
  const outcomes = await Promise.allSettled([commits.enqueue(() => 1), commits.enqueue(() => 2)]);
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
    expect(outcome).toMatchObject({ reason: { cause: full } });
  }
  expect(engine.log.at(-1)).toBe('ROLLBACK');
});

test('a ROLLBACK that fails too is reported with its reason, and the next group is tried again', async () => {
  const failing: Record<string, Error> = { COMMIT: new Error('I/O error'), ROLLBACK: new Error('I/O error again') };
  const commits = createGroupCommit(createEngine(failing), { sweep: () => {} });
  await expect(commits.enqueue(() => 1)).rejects.toMatchObject({ cause: expect.any(AggregateError) });
  delete failing.COMMIT;
  expect(await commits.enqueue(() => 2)).toBe(2);
});

test('an engine that cannot begin refuses at once when that is not for a lock', async () => {
  const commits = createGroupCommit(createEngine({ 'BEGIN IMMEDIATE': new Error('I/O error') }), { sweep: () => {} });
  await expect(commits.enqueue(() => 1)).rejects.toThrow(StoreUnavailable);
});

test('the fault of one caller refuses that one alone, the fault of the engine the whole group', async () => {
  const commits = createGroupCommit(createEngine(), { sweep: () => {} });
  const outcome = await Promise.allSettled([
    commits.enqueue(() =>
      runCallerFunction(() => {
        throw new RangeError('mine');
      }),
    ),
    commits.enqueue(() => 'fine'),
  ]);
  expect(outcome).toEqual([
    { status: 'rejected', reason: new RangeError('mine') },
    { status: 'fulfilled', value: 'fine' },
  ]);
  const group = await Promise.allSettled([
    commits.enqueue(() => 'swept along'),
    commits.enqueue(() => {
      throw new Error('constraint');
    }),
  ]);
  expect(group.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
