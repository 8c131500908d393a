import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { toFullDate } from '../../content/load/dates.ts';
import { quoteForShell } from '../../contract/code-samples.ts';
import { type CommandContext, exitWith } from '../arguments.ts';
import { editConfig, editPlans } from './edit.ts';
import { setLines, toEnvironment, writeStarter } from './files.ts';
import { type AnswerName, Answers, answerNames, findDefaultAnswer, reportMistake } from './init-prompts.ts';
import { listSamples } from './sample-content.ts';

export interface InitSession extends Omit<CommandContext, 'env'> {
  /** The folder that holds content/, site.config.ts and public/. */
  root: string;
  /** The folder that commands run in, whose .env they read, where it is another one. */
  home?: string;
  /** Undefined when no terminal is attached. */
  ask: ((question: string, fallback: string) => Promise<string>) | undefined;
}

export interface InitFlags {
  given: Readonly<Partial<Record<AnswerName, string>>>;
  keepsSamples: boolean;
  /** Use the default for missing settings, and yes for confirmations. */
  isYes: boolean;
}

/** @returns the exit code: 0 when done, 1 when a person must do something first, 2 for invalid or missing settings. */
export async function runInit(flags: InitFlags, session: InitSession): Promise<number> {
  const complaints = Object.entries(flags.given).flatMap(([name, text]) => {
    const known = answerNames.find((candidate) => candidate === name);
    return (known && reportMistake(known, text)) ?? [];
  });
  if (complaints.length > 0) return exitWith(session.print, { text: `${complaints.join('\n')}\n`, code: 2 });
  const isFirst =
    existsSync(join(session.root, 'content/.sample')) || !existsSync(join(session.root, 'site.config.ts'));
  return isFirst ? begin(flags, session) : change(flags, session);
}

/** The sample publication makes room for a new one. */
async function begin({ given, keepsSamples, isYes }: InitFlags, session: InitSession): Promise<number> {
  const { root, home = root, print, ask, now } = session;
  const texts: Partial<Record<AnswerName, string>> = {};
  for (const name of answerNames) {
    const fallback = findDefaultAnswer(name, texts);
    const isAsked = given[name] === undefined && ask !== undefined && !isYes;
    const text = isAsked ? await askFor(name, fallback, { ask, print }) : (given[name] ?? fallback);
    if (text !== undefined) texts[name] = text;
  }
  const parsed = Answers.safeParse(texts);
  if (!parsed.success) {
    const missing = answerNames.filter((name) => texts[name] === undefined).map((name) => `--${name}`);
    return exitWith(print, { text: `Provide ${missing.join(' and ')}: there is no default.\n`, code: 2 });
  }

  const isEmpty = !existsSync(join(root, 'site.config.ts'));
  const tracked = isEmpty ? [] : await listSamples(root);
  const starter = await writeStarter(parsed.data, { root, date: toFullDate(now) });
  // Kept samples keep their pages, and their bylines get one more.
  for (const path of keepsSamples ? starter.keys() : []) if (path.startsWith('content/pages/')) starter.delete(path);
  const bylines = join(root, 'content/authors.yaml');
  if (keepsSamples && existsSync(bylines)) {
    const added = (starter.get('content/authors.yaml') ?? '').split('\n').slice(1);
    starter.set('content/authors.yaml', `${await readFile(bylines, 'utf8')}${added.join('\n')}`);
  }

  const samples = keepsSamples ? [] : tracked.map(({ path }) => path);
  const committed = new Set(tracked.filter(({ isChanged }) => !isChanged).map(({ path }) => path));
  const lost = new Set([...samples, ...starter.keys()].filter((path) => existsSync(join(root, path))));
  const changed = [...lost.difference(committed)].filter((path) => !keepsSamples || path !== 'content/authors.yaml');
  if (changed.length > 0 && !(await isAllowed(changed, { isYes, session }))) return 1;
  for (const path of samples) await rm(join(root, path), { force: true });
  await mkdir(join(root, 'content'), { recursive: true });
  await removeEmptyFolders(join(root, 'content'));
  await rm(join(root, 'content/.sample'), { force: true });
  for (const [path, text] of starter) await write(root, path, text);
  const lines = toEnvironment(parsed.data['base-url']);
  if (!(await readEnvironment(home)).includes('OWNER_SECRET='))
    lines.set('OWNER_SECRET', randomBytes(32).toString('hex'));
  await setEnvironment(home, lines);
  return exitWith(print, { text: farewell(parsed.data, await describePlace(root, home)), code: 0 });
}

/** Repeats the question until the input is valid; undefined when there is neither input nor default. */
async function askFor(
  name: AnswerName,
  fallback: string | undefined,
  { ask, print }: { ask: NonNullable<InitSession['ask']>; print: InitSession['print'] },
): Promise<string | undefined> {
  for (;;) {
    const text = (await ask(Answers.shape[name].description ?? name, fallback ?? '')).trim() || fallback;
    const complaint = text === undefined ? `--${name} has no default.` : reportMistake(name, text);
    if (complaint === undefined) return text;
    print(`${complaint}\n`);
  }
}

/** In an existing publication, change only what was requested. */
async function change({ given }: InitFlags, session: InitSession): Promise<number> {
  const { root, home = root, print } = session;
  if (Object.keys(given).length === 0) {
    const text = 'This publication is set up. Name what should change, for example --tagline "..." or --price 0.08.\n';
    return exitWith(print, { text, code: 0 });
  }
  const undone: string[] = [];
  const edit = async (path: string, by: (text: string) => string | undefined, what: string) => {
    const edited = by(await readFile(join(root, path), 'utf8'));
    if (edited === undefined) undone.push(`${path} does not say its ${what} the way init writes it: change it there.`);
    else await writeFile(join(root, path), edited);
  };
  for (const name of answerNames) {
    const text = given[name];
    if (text === undefined) continue;
    switch (name) {
      case 'name':
      case 'tagline':
      case 'language':
      case 'publisher':
      case 'email':
        await edit('site.config.ts', (config) => editConfig(config, name, text), name);
        break;
      case 'price':
        await edit(
          'content/plans.yaml',
          (plans) => editPlans(plans, 'article', { key: name, value: String(Number(text)) }),
          name,
        );
        break;
      case 'currency':
        await edit(
          'content/plans.yaml',
          (plans) => {
            const edited = editPlans(plans, 'month', { key: name, value: text });
            return edited && (editPlans(edited, 'forever', { key: name, value: text }) ?? edited);
          },
          name,
        );
        print(sayArticleCurrency(text));
        break;
      case 'base-url':
        await setEnvironment(home, toEnvironment(text));
        break;
      case 'author':
        undone.push('Authors are in content/authors.yaml: add one there.');
    }
  }
  if (undone.length > 0) return exitWith(print, { text: `${undone.join('\n')}\n`, code: 1 });
  const text = 'Changed. Articles and pages keep the words they have. See it with npm run dev.\n';
  return exitWith(print, { text, code: 0 });
}

async function isAllowed(
  changed: readonly string[],
  about: { isYes: boolean; session: InitSession },
): Promise<boolean> {
  const { isYes, session } = about;
  if (isYes) return true;
  const list = `These files are not in git as they are, and would be lost:\n${changed.map((path) => `  ${path}\n`).join('')}`;
  if (!session.ask) {
    session.print(`${list}Commit or move them, or say --yes.\n`);
    return false;
  }
  return /^y/i.test(await session.ask(`${list}Go on without them?`, 'no'));
}

/** Folders of figures whose articles are gone. */
async function removeEmptyFolders(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name));
  // The deepest first, so that a folder of empty folders is empty when its turn comes.
  for (const path of folders.toSorted((a, b) => b.length - a.length)) {
    if ((await readdir(path)).length === 0) await rmdir(path);
  }
}

async function write(root: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

async function setEnvironment(home: string, lines: ReadonlyMap<string, string>): Promise<void> {
  // It has a secret: other users of this machine may not read it.
  await writeFile(join(home, '.env'), setLines(await readEnvironment(home), lines), { mode: 0o600 });
}

async function readEnvironment(home: string): Promise<string> {
  const path = join(home, '.env');
  return existsSync(path) ? await readFile(path, 'utf8') : '';
}

function sayArticleCurrency(currency: string): string {
  if (currency === 'USD') return '';
  return `Subscriptions are priced in ${currency}; one article stays priced in USD, because a US dollar token pays for it.\n`;
}

/** How the commands below name a publication in another folder than the one they run in. */
async function describePlace(root: string, home: string): Promise<{ setting: string; git: string; where: string }> {
  const folder = resolve(root);
  if (folder === resolve(home)) return { setting: '', git: 'git', where: '' };
  const named = parseEnv(await readEnvironment(home)).PUBLICATION_DIR;
  const isNamed = named !== undefined && resolve(home, named) === folder;
  const path = /^[\w./-]+$/.test(folder) ? folder : quoteForShell(folder);
  return {
    setting: isNamed
      ? ''
      : `  export PUBLICATION_DIR=${path}   or write it into .env: the commands are about this publication then\n`,
    git: `git -C ${path}`,
    where: `${folder}/`,
  };
}

function farewell(
  { name, currency, 'base-url': base }: Answers,
  about: Awaited<ReturnType<typeof describePlace>>,
): string {
  const { setting, git, where } = about;
  return `${name} is set up. What to do next:

${setting}  npm run dev                                 write, and see it as you save
  npm run new -- --title "Your first title"   begin an article
  npm run check:content                       every problem, as file:line:column
  npm start                                   build and serve ${base}
  ${git} add -A && ${git} commit -m "Begin"${where && `   after git init ${where}, if it is in no repository yet`}
  git remote rename origin upstream           where npm run upgrade looks (docs/upgrading.md, step 1)

The two articles in ${where}content/articles teach the format; delete them when you have your own. content/pages has pages to begin with.
site.config.ts has name, looks and navigation (docs/publication.md), content/plans.yaml the prices, .env the URL
and the password of /owner, the report of what readers do (docs/operating.md).
${sayArticleCurrency(currency)}`;
}
