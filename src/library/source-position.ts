import { fileURLToPath } from 'node:url';

/**
 * Where a module that could not be imported has its mistake, as `file:line:column`: Node.js names it only in the stack,
 * before the message for a mistake of syntax, and in the first call of a file for one of running.
 */
export function findSourcePosition(cause: unknown): string | undefined {
  const stack = cause instanceof Error ? (cause.stack ?? '') : '';
  const syntax = /^(\S.*):(\d+)\n(?:.*\n)+?( *)\^/.exec(stack);
  if (syntax) return `${toPath(syntax[1] ?? '')}:${syntax[2]}:${(syntax[3] ?? '').length + 1}`;
  const call = /^ +at (?:.*\()?(file:\/\/\S+?):(\d+:\d+)\)?$/m.exec(stack);
  return call ? `${toPath(call[1] ?? '')}:${call[2]}` : undefined;
}

function toPath(name: string): string {
  return name.startsWith('file:') ? fileURLToPath(name) : name;
}
