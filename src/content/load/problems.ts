import { compareText } from '../../library/list-files.ts';
export type Severity = 'warn' | 'error';

/** One thing wrong in one place of one file. */
export interface Problem {
  /** Path from the folder that holds `content/`. */
  file: string;
  /** 1-based. */
  line: number;
  /** 1-based, in UTF-16 code units, as editors count. */
  column: number;
  rule: string;
  severity: Severity;
  message: string;
}

export type ProblemFormat = 'text' | 'json' | 'github';

/** @param offset index into `text`; past the end counts as the end. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  const end = Math.min(Math.max(offset, 0), text.length);
  let line = 1;
  let lineStart = 0;
  for (let newline = text.indexOf('\n'); newline !== -1 && newline < end; newline = text.indexOf('\n', lineStart)) {
    line += 1;
    lineStart = newline + 1;
  }
  return { line, column: end - lineStart + 1 };
}

/** Sorts by file, then position, then rule: the same problems are always printed in the same order. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  return problems.toSorted(
    (a, b) =>
      compareText(a.file, b.file) ||
      a.line - b.line ||
      a.column - b.column ||
      compareText(a.rule, b.rule) ||
      compareText(a.message, b.message),
  );
}

/**
 * @returns `text`: one `file:line:col rule message` a line; `json`: one array; `github`: workflow commands, which
 * GitHub shows beside the changed line.
 */
export function formatProblems(problems: readonly Problem[], format: ProblemFormat): string {
  switch (format) {
    case 'text':
      return problems.map(formatLine).join('\n');
    case 'json':
      return JSON.stringify(problems, null, 2);
    case 'github':
      return problems.map(formatWorkflowCommand).join('\n');
  }
}

export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

function formatLine({ file, line, column, rule, severity, message }: Problem): string {
  return `${file}:${line}:${column} ${rule} ${severity === 'warn' ? `(warning) ${message}` : message}`;
}

function formatWorkflowCommand({ file, line, column, rule, severity, message }: Problem): string {
  const command = severity === 'warn' ? 'warning' : 'error';
  const properties = `file=${escapeProperty(file)},line=${line},col=${column},title=${escapeProperty(rule)}`;
  return `::${command} ${properties}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
