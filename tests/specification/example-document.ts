/** A command of a document, and the answer that the document shows for it. */
export interface Example {
  /** `file:line` of the block. */
  place: string;
  kind: 'shell' | 'module';
  code: string;
  answer?: { form: 'json' | 'http' | 'text' | 'console'; text: string };
}

interface Fence {
  line: number;
  language: string;
  code: string;
  /** Counts the headings above it: an answer stands under the same heading as its command. */
  section: number;
}

/**
 * The runnable blocks of a page: `bash` and `js`, each with the block of another kind that follows it as its answer.
 */
export function readPageExamples(name: string, markdown: string): Example[] {
  const fences = readFences(markdown);
  return fences.flatMap((fence, at): Example[] => {
    const { language, code, line } = fence;
    if (language !== 'bash' && language !== 'js') return [];
    const next = fences[at + 1];
    const form = next?.section === fence.section ? next.language : undefined;
    const isAnswer = form === 'json' || form === 'http' || form === 'text';
    return [
      {
        place: `${name}:${line}`,
        kind: language === 'js' ? 'module' : 'shell',
        code,
        ...(next && isAnswer && { answer: { form, text: next.code } }),
      },
    ];
  });
}

/**
 * The commands of the `console` blocks under one heading: after `$ `, with the lines up to the next one as their
 * output.
 */
export function readConsoleExamples(name: string, markdown: string, heading: string): Example[] {
  const start = markdown.indexOf(`## ${heading}\n`);
  const end = markdown.indexOf('\n## ', start + 1);
  const above = markdown.slice(0, start).split('\n').length - 1;
  return readFences(markdown.slice(start, end))
    .filter(({ language }) => language === 'console')
    .flatMap(({ code, line }) =>
      Array.from(
        `\n${code}`.matchAll(/\n\$ (.*)((?:\n(?!\$ ).*)*)/g),
        ([, command = '', output = '']): Example => ({
          place: `${name}:${above + line}`,
          kind: 'shell',
          code: command,
          ...(output.trim() !== '' && { answer: { form: 'console', text: output.trim() } }),
        }),
      ),
    );
}

function readFences(markdown: string): Fence[] {
  const fences: Fence[] = [];
  let open: Fence | undefined;
  let section = 0;
  for (const [index, text] of markdown.split('\n').entries()) {
    if (open && text === '```') {
      fences.push(open);
      open = undefined;
      continue;
    }
    if (open) {
      open.code += `${text}\n`;
      continue;
    }
    if (/^#{1,6} /.test(text)) section += 1;
    const language = /^```(\w*)$/.exec(text)?.[1];
    if (language !== undefined) open = { line: index + 1, language, code: '', section };
  }
  return fences;
}
