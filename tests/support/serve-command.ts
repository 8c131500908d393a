import { readFileSync } from 'node:fs';

/** How `npm run serve` starts node: with which variables of its own, and which arguments. */
export function serveCommand(): { env: Record<string, string>; args: string[] } {
  const { scripts }: { scripts: { serve: string } } = JSON.parse(readFileSync('package.json', 'utf8'));
  const words = scripts.serve.split(' ');
  const at = words.indexOf('node');
  return {
    env: Object.fromEntries(words.slice(0, at).flatMap((word) => (word.includes('=') ? [word.split('=', 2)] : []))),
    args: words.slice(at + 1).filter((word) => !word.startsWith('--env-file')),
  };
}
