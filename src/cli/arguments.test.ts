import { expect, it } from 'vitest';
import { CommandUsage, parseCommand } from './arguments.ts';

const usage = 'Usage: npm run sweep -- FLOOR [--with BROOM] [--twice]\n';
const sweep = (...args: string[]) =>
  parseCommand(args, { usage, options: { with: { type: 'string' }, twice: { type: 'boolean' } }, most: 1 });

it('gives a command what it was called with', () => {
  expect(sweep('first', '--with', 'a brush', '--twice')).toEqual({
    values: { with: 'a brush', twice: true },
    positionals: ['first'],
  });
});

it('prints the usage for --help, whatever the other arguments are', () => {
  for (const args of [['--nonsense', '--help'], ['-h']]) {
    expect(() => sweep(...args)).toThrow(expect.objectContaining({ message: usage, code: 0 }));
  }
});

it.each([
  [['--nonsense'], "Unknown option '--nonsense'."],
  [['--with'], "Option '--with <value>' argument missing."],
  [['--twice=yes'], "Option '--twice' does not take an argument."],
  [['first', 'second'], "Unexpected argument 'second'."],
])('names what is wrong with %j in one sentence, and then the usage', (args, sentence) => {
  expect(() => sweep(...args)).toThrow(new CommandUsage(usage, sentence.slice(0, -1)));
});
