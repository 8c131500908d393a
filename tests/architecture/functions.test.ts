import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

/**
 * Lines of code of a function, without comments and without the functions inside it: a factory is measured by its
 * parts.
 */
const maxLines = 60;

interface Measured {
  file: string;
  name: string;
  lines: number;
}

function measure(file: string, text: string): Measured[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const isCode = text.split('\n').map((line) => !/^\s*(?:\/\/|\/?\*|$)/.test(line));
  const found: Measured[] = [];
  const visit = (node: ts.Node): number => {
    const span = isCode.slice(lineAt(node.getStart()), lineAt(node.end) + 1).filter(Boolean).length;
    let inner = 0;
    ts.forEachChild(node, (child) => {
      inner += visit(child);
    });
    if (!ts.isFunctionLike(node) || !('body' in node && node.body)) return inner;
    const lines = span - inner;
    found.push({ file, name: node.name?.getText() ?? `function in line ${lineAt(node.getStart()) + 1}`, lines });
    // The line in which an inner function begins is also one of the function around it.
    return Math.max(0, span - 1);
  };
  visit(source);
  return found;
}

const functions = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.(?:test|d)\.ts$/.test(file))
  .flatMap((file) => measure(file, readFileSync(join('src', file), 'utf8')));

it('measures a factory without comments and without the functions it makes', () => {
  const text = 'function make() {\n  // Why.\n  return {\n    one() {\n      return 1;\n    },\n  };\n}\n';
  expect(measure('a.ts', text).map(({ name, lines }) => [name, lines])).toEqual([
    ['one', 3],
    ['make', 5],
  ]);
});

it(`keeps every function within ${maxLines} lines; tables are not functions and may be long`, () => {
  expect(functions.length).toBeGreaterThan(1000);
  expect(functions.filter(({ lines }) => lines > maxLines)).toEqual([]);
});
