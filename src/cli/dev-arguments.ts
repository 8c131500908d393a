import { contentFolder } from '../library/read-publication.ts';
import { parseOwnArguments } from './arguments.ts';

const usage = `Usage: npm run dev [-- --content FOLDER]

Serves the site of this machine with drafts and scheduled articles, and shows what is saved as it is saved.
`;

/** The arguments of `npm run dev`. */
export function readDevArguments() {
  const options = { content: { type: 'string', default: contentFolder(process.env) } } as const;
  return parseOwnArguments({ usage, options }).values;
}
