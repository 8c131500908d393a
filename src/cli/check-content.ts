import './plain-errors.ts';

import { join } from 'node:path';
import { pageParts } from '../build/content-build.ts';
import { createQuestionCheck } from '../build/question-check.ts';
import { abbreviateName } from '../content/citations/citation.ts';
import { formatProblems, hasErrors, type Problem, type ProblemFormat } from '../content/load/problems.ts';
import { readAuthors } from '../content/new-article.ts';
import { checkContent } from '../content/run-checks.ts';
import { publication } from '../library/current-publication.ts';
import { contentFolder, publicationFolder } from '../library/read-publication.ts';
import { type CommandContext, CommandUsage, exitWith, parseCommand, runCommand } from './arguments.ts';

const usage = `Usage: npm run check:content -- [--format text|json|github] [--external] [--authors] [--content FOLDER]

Checks every article and page and prints all problems as file:line:col rule message.
--external also asks the sites that articles link to (remembered for a week in node_modules/.cache/external-links.json).
--authors only shows how citations write each name of authors.yaml.
`;

/** @returns the exit code: 0 when nothing is an error, 1 when something is, 2 for wrong arguments. */
export async function runCheck(args: readonly string[], { print, now }: CommandContext): Promise<number> {
  const options = readOptions(args);
  if (options.authors) {
    const names = await listCitedNames(options.content);
    const text = names || `${join(options.content, 'authors.yaml')} does not exist or names no author.\n`;
    return exitWith(print, { text, code: names === '' ? 1 : 0 });
  }
  const { public: publicDir } = publicationFolder(process.env);
  const external = { cachePath: 'node_modules/.cache/external-links.json', now };
  // No rule depends on the deployment; the names of its values do count.
  const parts = pageParts({ BASE_URL: 'https://example.org', KEY_PREFIX: 'example' });
  const problems = await checkContent(
    {
      contentDir: options.content,
      now,
      rules: publication.rules,
      settings: publication,
      publication,
      publicDir,
      ...parts,
    },
    { external: options.external ? external : undefined, further: createQuestionCheck(publication.language) },
  );
  return exitWith(print, { text: report(problems, options.format), code: hasErrors(problems) ? 1 : 0 });
}

function report(problems: readonly Problem[], format: ProblemFormat): string {
  const text = formatProblems(problems, format);
  if (format !== 'text') return text === '' ? '' : `${text}\n`;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const summary = `${count(errors, 'error')}, ${count(problems.length - errors, 'warning')}`;
  return text === '' ? `${summary}\n` : `${text}\n\n${summary}\n`;
}

/** A line an author: the id, the name in a reference, and its parts. */
async function listCitedNames(contentDir: string): Promise<string> {
  const lines = Array.from(await readAuthors(contentDir), ([id, { name, isOrganization }]) => {
    const parts = Object.entries(name).filter(([, part]) => part !== '');
    const kind = isOrganization ? 'organization' : parts.map(([key, part]) => `${key}: ${part}`).join(', ');
    return `${id}  ${isOrganization ? name.family : abbreviateName(name)}  (${kind})\n`;
  });
  return lines.join('');
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}

function readOptions(args: readonly string[]) {
  const called = parseCommand(args, {
    usage,
    options: {
      format: { type: 'string', default: 'text' },
      external: { type: 'boolean', default: false },
      authors: { type: 'boolean', default: false },
      content: { type: 'string', default: contentFolder(process.env) },
    },
  });
  const { format } = called.values;
  if (!isFormat(format)) throw new CommandUsage(usage, `--format is ${format}; it is text, json or github`);
  return { ...called.values, format };
}

function isFormat(text: string): text is ProblemFormat {
  return text === 'text' || text === 'json' || text === 'github';
}

if (import.meta.main) await runCommand(runCheck);
