import type { Field, ReferenceOperation } from './api-reference.ts';

/** The operations of one reference page as markdown: what the page for people shows, sample for sample. */
export function renderReferenceMarkdown(operations: readonly ReferenceOperation[]): string {
  return ['## Operations', ...operations.map(renderOperation)].join('\n\n');
}

function renderOperation(operation: ReferenceOperation): string {
  const { id, method, path, summary, description, credential, isMirrored, parameters, body, bodyForm, responses } =
    operation;
  const errors = operation.errors.map(({ status, codes }) => `${status} ${codes.join(', ')}`.trim());
  return [
    `### operation-${id}`,
    `\`${method} ${path}\`: ${summary}`,
    description,
    `Operation \`${id}\`. ${credential}. ${isMirrored ? 'Also in the sandbox' : 'Not in the sandbox'}.`,
    ...renderFields(`Parameters of ${id}`, parameters),
    ...renderFields(`${bodyForm} of ${id}`, body),
    ...responses.flatMap(({ status, description: meaning, fields }) => [
      `**${status}** ${meaning}`,
      ...renderFields(`Answer ${status} of ${id}`, fields),
    ]),
    `Refusals: ${errors.join('; ') || 'those of every operation'}`,
    ...operation.samples.map(({ name, language, code }) => `${name}:\n\n\`\`\`${language}\n${code}\n\`\`\``),
    ...(operation.response
      ? [`Answer ${operation.response.status}:\n\n\`\`\`json\n${operation.response.json}\n\`\`\``]
      : []),
  ].join('\n\n');
}

function renderFields(caption: string, fields: readonly Field[]): string[] {
  if (fields.length === 0) return [];
  const rows = fields.map(({ name, place, type, isRequired, description }) => {
    const facts = [...(place ? [place] : []), type, ...(isRequired ? ['required'] : [])].join(', ');
    return `| \`${name}\` | ${facts} | ${description} |`.replaceAll('\n', ' ');
  });
  return [`${caption}:`, ['| Name | Type | What it is |', '|---|---|---|', ...rows].join('\n')];
}
