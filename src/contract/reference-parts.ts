import { errorCatalogue, errorCodes } from './error-table.ts';
import { type Operation, tagDescriptions } from './operation.ts';
import { operations } from './operations.ts';

/**
 * The parts of /developers.md that are derived from the contract: markdown by placeholder name.
 * Every error code has its heading, so that the `docs_url` of an error leads to it.
 */
export function buildReference(
  deprecations: readonly { operationId: string; deprecated: string; sunset: string; replacement: string }[],
) {
  return {
    operations: Object.entries(tagDescriptions)
      .map(([tag, description]) => `### ${tag}\n\n${describeTag(tag, description)}`)
      .join('\n\n'),
    ...Object.fromEntries(
      Object.entries(tagDescriptions).map(([tag, description]) => [
        `operations-${tag.toLowerCase()}`,
        describeTag(tag, description),
      ]),
    ),
    errors: errorCodes.map(describeError).join('\n\n'),
    deprecations: describeDeprecations(deprecations),
  };
}

function describeTag(tag: string, description: string): string {
  const rows = Object.entries<Operation>(operations)
    .filter(([, operation]) => operation.tag === tag)
    .map(([id, operation]) => {
      const errorStatuses = operation.errors.map((code) => String(errorCatalogue[code].status));
      const statuses = [...new Set([...Object.keys(operation.responses), ...errorStatuses])].sort().join(', ');
      const mirror = operation.isMirrored ? 'yes' : 'no';
      return `| \`${operation.method} ${operation.path}\` | \`${id}\` | ${operation.summary} | ${operation.scope ?? (operation.needsCredential ? 'any' : 'none')} | ${mirror} | ${statuses} |`;
    });
  return [
    description,
    '',
    '| Request | Operation | What it does | Scope | In the sandbox | Responses other than 406, 429 and 500 |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function describeError(code: keyof typeof errorCatalogue): string {
  const { status, message, remedy } = errorCatalogue[code];
  return `### ${code}\n\nStatus ${status}. ${message} ${markCode(remedy)}`;
}

/** URLs and JSON as code: among words a page would curl their quotation marks. */
function markCode(text: string): string {
  return text.replaceAll(/(?<= )(\/\S+?|\{\S+?\})(?=[,.]?(?: |$))/g, '`$1`');
}

function describeDeprecations(deprecations: Parameters<typeof buildReference>[0]): string {
  if (deprecations.length === 0) return 'Nothing is deprecated.';
  const rows = deprecations.map(
    ({ operationId, deprecated, sunset, replacement }) =>
      `| \`${operationId}\` | ${deprecated} | ${sunset} | ${replacement} |`,
  );
  return ['| Operation | Deprecated | Gone after | Use instead |', '|---|---|---|---|', ...rows].join('\n');
}
