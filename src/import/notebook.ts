import { z } from 'zod';
import type { ImportAssets } from './import-assets.ts';
import type { Manuscript } from './manuscript.ts';

const Lines = z.union([z.string(), z.array(z.string())]).transform((lines) => [lines].flat().join(''));
const Bundle = z.record(z.string(), z.unknown());
const Output = z.discriminatedUnion('output_type', [
  z.object({ output_type: z.literal('stream'), name: z.string(), text: Lines }),
  z.object({ output_type: z.literal('error'), ename: z.string(), evalue: z.string() }),
  z.object({ output_type: z.literal('display_data'), data: Bundle }),
  z.object({ output_type: z.literal('execute_result'), data: Bundle }),
]);
const Cell = z.object({
  cell_type: z.string(),
  source: Lines,
  outputs: z.array(Output).default([]),
  attachments: z.record(z.string(), Bundle).default({}),
});

/** nbformat 4: https://nbformat.readthedocs.io/en/latest/format_description.html */
const Notebook = z.object({
  nbformat: z.literal(4),
  metadata: z.object({
    title: z.string().optional(),
    authors: z.array(z.object({ name: z.string() })).default([]),
    kernelspec: z.object({ language: z.string().optional() }).optional(),
    language_info: z.object({ name: z.string() }).optional(),
  }),
  cells: z.array(Cell),
});

const pictures = ['image/svg+xml', 'image/png', 'image/jpeg', 'image/gif'] as const;

/**
 * Reads a Jupyter notebook: its text as it is, its code, and what the code printed and drew when it last ran.
 * @throws SyntaxError or ZodError when it is none of nbformat 4
 */
export function readNotebook(text: string, assets: ImportAssets): Manuscript {
  const { cells, metadata } = Notebook.parse(JSON.parse(text));
  const language = metadata.language_info?.name ?? metadata.kernelspec?.language ?? 'text';
  const parts = cells.flatMap((cell, index) => readCell(cell, { number: index + 1, language, assets }));
  const { title, body } = takeTitle(parts.join('\n\n'));
  return {
    title: metadata.title ?? title,
    authors: metadata.authors.map(({ name }) => name),
    abstract: '',
    facts: { tags: [] },
    markdown: body,
    bibliography: '',
  };
}

interface Place {
  number: number;
  language: string;
  assets: ImportAssets;
}

function readCell(cell: z.infer<typeof Cell>, { number, language, assets }: Place): string[] {
  const source = cell.source.trim();
  if (cell.cell_type === 'code') {
    const code = source === '' ? [] : [fence(source, language)];
    return [...code, ...cell.outputs.flatMap((output) => readOutput(output, { number, language, assets }))];
  }
  if (cell.cell_type !== 'markdown') {
    assets.warn(`Cell ${number}, which is neither text nor code`);
    return [];
  }
  const attached = source.replaceAll(/\]\(attachment:([^)\s]+)\)/g, (_, name: string) => {
    const bundle = cell.attachments[name] ?? {};
    return `](${takePicture(bundle, name, assets) ?? name})`;
  });
  return source === '' ? [] : [attached];
}

function readOutput(output: z.infer<typeof Output>, { number, assets }: Place): string[] {
  switch (output.output_type) {
    case 'stream':
      if (output.name === 'stderr') assets.warn(`What cell ${number} wrote to stderr`);
      return output.name === 'stderr' || output.text.trim() === ''
        ? []
        : [fence(withoutColours(output.text).trimEnd(), 'text')];
    case 'error':
      assets.warn(`The error ${output.ename} of cell ${number}`);
      return [];
    case 'display_data':
    case 'execute_result':
      return readBundle(output.data, { number, assets });
  }
}

/** Chooses the most informative output format of a kernel that can be shown. */
function readBundle(data: z.infer<typeof Bundle>, { number, assets }: Pick<Place, 'number' | 'assets'>): string[] {
  const chart = readChart(data, number, assets);
  if (chart) return [chart];
  const path = takePicture(data, `cell-${number}`, assets);
  if (path) {
    assets.warn(`What figure ${path} shows, in words: replace the text in its brackets`);
    return [`![Output of cell ${number}](${path})`];
  }
  const markdown = Lines.safeParse(data['text/markdown']);
  if (markdown.success) return [markdown.data.trim()];
  const latex = Lines.safeParse(data['text/latex']);
  if (latex.success) return [`$$\n${latex.data.replaceAll('$', '').trim()}\n$$`];
  const plain = Lines.safeParse(data['text/plain']);
  const kinds = Object.keys(data).filter((kind) => kind !== 'text/plain');
  if (kinds.length > 0)
    assets.warn(`The ${kinds.join(' and ')} of cell ${number}${plain.success ? ', imported as text' : ''}`);
  return plain.success ? [fence(withoutColours(plain.data).trimEnd(), 'text')] : [];
}

const vegaLite = /^application\/vnd\.vegalite\.v\d+\+json$/;
const Spec = z.looseObject({ title: z.unknown().optional(), description: z.string().optional() });

/** A chart of Altair stays a chart, with its data, instead of the picture that the kernel made of it. */
function readChart(data: z.infer<typeof Bundle>, number: number, assets: ImportAssets): string | undefined {
  const kind = Object.keys(data).find((type) => vegaLite.test(type));
  const spec = Spec.safeParse(kind && data[kind]).data;
  if (!spec) return undefined;
  const { title, description, ...rest } = spec;
  const named = { title: title ?? `Output of cell ${number}`, description: description ?? `Chart of cell ${number}` };
  if (description === undefined)
    assets.warn(`What the chart of cell ${number} shows, in words: replace its description`);
  return fence(JSON.stringify({ ...named, ...rest }, null, 2), 'chart');
}

/** Terminal colours (ECMA-48 section 5.4) are not text. */
function withoutColours(text: string): string {
  return text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*[A-Za-z]`, 'g'), '');
}

function takePicture(data: z.infer<typeof Bundle>, name: string, assets: ImportAssets): string | undefined {
  const kind = pictures.find((type) => type in data);
  const text = kind && Lines.safeParse(data[kind]);
  if (!text?.success) return undefined;
  return assets.addFigure(name, Buffer.from(text.data, kind === 'image/svg+xml' ? 'utf8' : 'base64'));
}

function fence(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${text}\n${ticks}`;
}

function takeTitle(markdown: string): { title: string | undefined; body: string } {
  const first = /^# +(.+)\n*/.exec(markdown.trimStart());
  return { title: first?.[1]?.trim(), body: first ? markdown.trimStart().slice(first[0].length) : markdown };
}
