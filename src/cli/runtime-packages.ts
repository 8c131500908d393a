import { cpSync, existsSync, globSync, readFileSync } from 'node:fs';
import { isBuiltin, stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

/*
 * Copies the packages that the running service needs, and no other, into a folder: those that its sources and the page
 * modules of the release import, with the packages these depend on.
 *
 *   node src/cli/runtime-packages.ts TARGET RELEASES      (in a folder with src and node_modules)
 */
const importPattern =
  /^(?:import|export)\b(?:[\w\s{},*$]*\bfrom)?\s*["']([^'"\s]+)["']|\bimport\(\s*["']([^'"\s]+)["']\s*\)/gm;

/** Specifiers that a module imports, types left out. */
function listImports(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const code = file.endsWith('.ts') ? stripTypeScriptTypes(text) : text;
  return [...code.matchAll(importPattern)].flatMap(([, ...found]) => found.filter((each) => each !== undefined));
}

/** Specifiers of packages that these modules, and the modules beside them that they import, need. */
function findImported(entries: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const packages = new Set<string>();
  const waiting = entries.map((entry) => resolve(entry));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file) || !existsSync(file)) continue;
    seen.add(file);
    for (const specifier of listImports(file)) {
      if (specifier.startsWith('.')) waiting.push(resolve(dirname(file), specifier));
      else if (!isBuiltin(specifier)) packages.add(specifier);
    }
  }
  return packages;
}

/** Folders of packages, and of all that they depend on. */
function closeOverDependencies(imported: ReadonlySet<string>): Set<string> {
  const folders = new Set<string>();
  const waiting = [...imported].map((specifier): [string, string] => [specifier, resolve('package.json')]);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const found = findPackage(...next);
    if (folders.has(dirname(found))) continue;
    folders.add(dirname(found));
    const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(readFileSync(found, 'utf8'));
    waiting.push(...Object.keys(dependencies).map((name): [string, string] => [name, found]));
  }
  return folders;
}

/** The package.json of the package that a specifier names, seen from a file: the nearest `node_modules` that has it. */
function findPackage(specifier: string, from: string): string {
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name, 'package.json');
    if (existsSync(path)) return path;
    if (folder === dirname(folder)) throw new Error(`${name} is not installed: run "npm install".`);
  }
}

const [target, releases] = process.argv.slice(2);
if (target === undefined || releases === undefined)
  throw new Error('Name the target folder and the folder of releases.');
const pages = globSync(join(releases, '**/*.mjs'));
if (pages.length === 0) throw new Error(`${releases} contains no release.`);
const folders = closeOverDependencies(findImported(['src/server/main.ts', ...pages]));
for (const folder of folders) {
  const nested = join(folder, 'node_modules');
  cpSync(folder, join(target, relative('node_modules', folder)), {
    recursive: true,
    filter: (path) => path !== nested && !/\.(?:map|md|d\.[cm]?ts)$/.test(path),
  });
}
process.stdout.write(`${folders.size} packages.\n`);
