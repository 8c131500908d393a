import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

/** Turns whose event loop is turned by hand, and the names of what was begun, in order. */
function open(options: { maxWaiting?: number } = {}) {
  const deferred: (() => void)[] = [];
  const turns = createTurns({ defer: (run) => deferred.push(run), ...options });
  const begun: string[] = [];
  return {
    turns,
    begun,
    ask(owner: string, name: string, isGone?: () => boolean) {
      const turn = turns.take(owner, isGone);
      if (turn)
        turn.then(
          () => begun.push(name),
          () => begun.push(`${name} dropped`),
        );
      if (!turn) begun.push(name);
    },
    async turnLoop(times = 1) {
      for (let time = 0; time < times; time += 1) {
        for (const run of deferred.splice(0)) run();
        await Promise.resolve();
      }
    },
  };
}

describe('turns', () => {
  it('start work at once when nothing is under way, and one unit in each turn of the event loop', async () => {
    const { ask, begun, turnLoop } = open();
    for (const name of ['a1', 'a2', 'a3']) ask('a', name);
    expect(begun).toEqual(['a1']);
    await turnLoop();
    expect(begun).toEqual(['a1', 'a2']);
    await turnLoop(3);
    expect(begun).toEqual(['a1', 'a2', 'a3']);
    ask('a', 'a4');
    expect(begun.at(-1)).toBe('a4');
  });

  it('give a newcomer the next turn but one, however much of another owner is waiting', async () => {
    const { ask, begun, turnLoop } = open();
    for (let index = 0; index < 50; index += 1) ask('greedy', `greedy ${index}`);
    ask('neighbour', 'neighbour');
    await turnLoop(3);
    expect(begun.indexOf('neighbour')).toBeLessThanOrEqual(2);
  });

  it('go round all owners', async () => {
    const { ask, begun, turnLoop } = open();
    for (const name of ['a0', 'a1', 'a2', 'a3']) ask('a', name);
    for (const name of ['b1', 'b2']) ask('b', name);
    ask('c', 'c1');
    await turnLoop(10);
    expect(begun).toEqual(['a0', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('reject only the owner that has too much work waiting', () => {
    const { turns } = open({ maxWaiting: 2 });
    for (let index = 0; index < 3; index += 1) void turns.take('a');
    expect(() => turns.take('a')).toThrow(expect.objectContaining({ code: 'rate_limited', retryAfter: 1 }));
    expect(turns.take('b')).toBeInstanceOf(Promise);
  });

  it('are not spent on work whose caller has gone', async () => {
    const { ask, begun, turnLoop } = open();
    ask('a', 'a1');
    for (let index = 0; index < 3; index += 1) ask('a', `gone ${index}`, () => true);
    ask('a', 'a2');
    await turnLoop();
    expect(begun.filter((name) => !name.endsWith('dropped'))).toEqual(['a1', 'a2']);
  });

  it('are shared by the addresses of one network, so that one with thousands of them does not come first', async () => {
    const { ask, begun, turnLoop } = open();
    for (let index = 0; index < 50; index += 1) ask(`2001:db8:1:${index}::/64`, `greedy ${index}`);
    ask('192.0.2.1', 'neighbour 1');
    ask('192.0.2.1', 'neighbour 2');
    await turnLoop(5);
    expect(begun).toEqual(expect.arrayContaining(['neighbour 1', 'neighbour 2']));
  });
});
