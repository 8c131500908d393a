import './plain-errors.ts';

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { ArticleFrontMatter, PageFrontMatter } from '../content/load/schema.ts';
import { listAuthorIds } from '../content/new-article.ts';
import { ConfigError } from '../library/config-error.ts';
import { publication } from '../library/current-publication.ts';
import { codeOf } from '../library/list-files.ts';
import { publicationFolder } from '../library/read-publication.ts';
import { type CommandContext, CommandUsage, exitWith, parseCommand, runCommand } from './arguments.ts';
import { listFields } from './editor-fields.ts';

const usage = `Usage: npm run editor [-- --repo OWNER/NAME] [--port 4330] [--no-serve]

Writes editor/config.yml for Sveltia CMS from the schema of the front matter, and serves the editor on this machine: choose "Work with
Local Repository" there, and the folder that contains content/. --repo names the repository on GitHub for an editor that you host.
`;

/** @returns the exit code: 0 when the files are written, 1 when the editor is not installed, 2 for wrong arguments. */
export async function runEditor(args: readonly string[], { print, env }: CommandContext): Promise<number> {
  const options = {
    repo: { type: 'string', default: ownRepository() },
    port: { type: 'string', default: '4330' },
    'no-serve': { type: 'boolean', default: false },
  } as const;
  const called = parseCommand(args, { usage, options });
  const port = Number(called.values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new CommandUsage(usage, '--port is a whole number from 1 to 65535');
  const { root, content } = publicationFolder(env);
  const folder = join(root, 'editor');
  const authors = await listAuthorIds(content);
  const config = writeEditorConfig({ repo: called.values.repo, content: basename(content), authors });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'config.yml'), config);
  await writeFile(join(folder, 'index.html'), page);
  print(`Wrote ${join(folder, 'config.yml')} and index.html.\n`);
  if (called.values['no-serve']) return 0;
  await serveEditor(folder, port);
  return exitWith(print, {
    text: `The editor is at http://localhost:${port}/ until you press Ctrl+C.\n`,
    code: 0,
  });
}

/** The configuration of Sveltia CMS: a collection for articles and one for pages. */
function writeEditorConfig(about: { repo: string; content: string; authors: readonly string[] }): string {
  const { repo, content, authors } = about;
  // The rich-text editor would rewrite formulas, labels and blocks between colons, so only the source is edited.
  const body = { name: 'body', label: 'text', widget: 'markdown', modes: ['raw'], required: true };
  const common = { create: true, extension: 'md', format: 'yaml-frontmatter', slug: '{{slug}}' };
  const fields = listFields(ArticleFrontMatter, { authors });
  return stringify({
    backend: { name: 'github', repo },
    media_folder: `${content}/figures`,
    public_folder: 'figures',
    output: { omit_empty_optional_fields: true },
    collections: [
      {
        name: 'articles',
        label: 'Articles',
        folder: `${content}/articles`,
        media_folder: '{{slug}}',
        public_folder: '{{slug}}',
        ...common,
        fields: [...fields, body],
      },
      {
        name: 'pages',
        label: 'Pages',
        folder: `${content}/pages`,
        ...common,
        fields: [...listFields(PageFrontMatter), body],
      },
    ],
  });
}

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="robots" content="noindex">
    <title>Editor</title>
    <link rel="cms-config-url" type="text/yaml" href="config.yml">
  </head>
  <body><script src="sveltia-cms.js"></script></body>
</html>
`;

/**
 * Serves the editor to this machine alone. Its script is a package that the service never loads.
 * @throws ConfigError when the package is not installed or the port is taken
 */
export async function serveEditor(folder: string, port: number) {
  const dist = findEditor();
  const find = (url: string): { path: string; type: string } | undefined => {
    if (url === '/') return { path: join(folder, 'index.html'), type: 'text/html; charset=utf-8' };
    if (url === '/config.yml') return { path: join(folder, 'config.yml'), type: 'text/yaml' };
    return /^\/(?:chunks\/)?[\w-]+\.js$/.test(url) ? { path: join(dist, url), type: 'text/javascript' } : undefined;
  };
  const server = createServer(async (request, response) => {
    const { pathname: url } = new URL(request.url ?? '/', 'http://localhost');
    const file = find(url);
    const bytes = file && (await readFile(file.path).catch(() => undefined));
    if (bytes) response.writeHead(200, { 'content-type': file.type, 'cache-control': 'no-store' }).end(bytes);
    else response.writeHead(404).end();
  });
  await new Promise<void>((ready, fail) => {
    server.once('error', (cause) => {
      const isTaken = codeOf(cause) === 'EADDRINUSE';
      fail(isTaken ? new ConfigError(`Port ${port} is taken; choose another one with --port.`) : cause);
    });
    server.listen(port, '127.0.0.1', ready);
  });
  return server;
}

function findEditor(): string {
  try {
    return join(dirname(fileURLToPath(import.meta.resolve('@sveltia/cms'))), '../dist');
  } catch (cause) {
    throw new ConfigError('Sveltia CMS is not installed; run npm install without --omit=dev.', { cause });
  }
}

/** `https://github.com/owner/name/blob/main/` names a repository. */
function ownRepository(): string {
  return /^https:\/\/github\.com\/([^/]+\/[^/]+)/.exec(publication.repository ?? '')?.[1] ?? 'owner/name';
}

if (import.meta.main) await runCommand(runEditor);
