/**
 * Misspells one key after the other in files that their JSON Schema accepts, and asks the schema again. Schemas and
 * files are those of SchemaStore. Writes schemas.csv beside this script, for
 * content/articles/does-a-schema-catch-a-typo.md. Run: node
 * tests/load/article-figures/does-a-schema-catch-a-typo/collect.ts <git directory of SchemaStore/schemastore>
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { describeSnapshot, readFolders } from '../snapshot.ts';
import { findKeys, isNear, isObject, listNames, misspell, type Value } from './keys.ts';

const [gitDir] = process.argv.slice(2);
if (!gitDir) throw new Error('Name the git directory of SchemaStore.');

const schemaFolder = 'src/schemas/json/';
const testFolder = 'src/test/';
const mostFiles = 20;
const shortestKey = 4;

const texts = readFolders(gitDir, [schemaFolder, testFolder]);
const schemas = new Map<string, Value>();
let unreadable = 0;
for (const [path, text] of texts) {
  if (!path.startsWith(schemaFolder) || !path.endsWith('.json')) continue;
  try {
    schemas.set(path.slice(schemaFolder.length, -'.json'.length), JSON.parse(text));
  } catch {
    // Some hold comments: counted, not used.
    unreadable += 1;
  }
}

/** Draft-04 writes two things that later drafts write otherwise; neither is about the names of keys. */
function modernise(node: unknown): void {
  if (Array.isArray(node)) for (const entry of node) modernise(entry);
  if (!isObject(node)) return;
  if (typeof node.id === 'string') delete node.id;
  if (typeof node.exclusiveMinimum === 'boolean') delete node.exclusiveMinimum;
  if (typeof node.exclusiveMaximum === 'boolean') delete node.exclusiveMaximum;
  for (const value of Object.values(node)) modernise(value);
}

function readDialect(schema: Value): string {
  const named = isObject(schema) && typeof schema.$schema === 'string' ? schema.$schema : '';
  return /(draft-0\d|2019-09|2020-12)/.exec(named)?.[1] ?? 'none';
}

/** Schemas of the same collection refer to each other by address; any other address is out of reach. */
async function loadSchema(address: string): Promise<Record<string, unknown>> {
  const name = /^https?:\/\/(?:json\.|www\.)?schemastore\.(?:org|azurewebsites\.net)\/(.+?)(?:\.json)?(?:#.*)?$/.exec(
    address,
  )?.[1];
  const found = schemas.get(name ?? '');
  if (!isObject(found)) throw new Error(`${address} is not part of the collection`);
  const copy = structuredClone(found);
  if (readDialect(copy) === 'draft-04') modernise(copy);
  delete copy.$schema;
  return copy;
}

async function compile(schema: Record<string, unknown>, dialect: string): Promise<ValidateFunction> {
  const options: Options = { strict: false, allErrors: true, validateFormats: false, logger: false, loadSchema };
  const Kind = { '2019-09': Ajv2019, '2020-12': Ajv2020 }[dialect] ?? Ajv;
  const copy = structuredClone(schema);
  if (dialect === 'draft-04' || dialect === 'none') modernise(copy);
  delete copy.$schema;
  return new Kind(options).compileAsync(copy);
}

function readFile(path: string): Value {
  const text = texts.get(path) ?? '';
  try {
    return path.endsWith('.json') ? JSON.parse(text) : parse(text);
  } catch {
    // Comments in JSON, tags in YAML: a file for another reader.
    return undefined;
  }
}

/** Does the complaint say which key it is about? */
function namesKey({ errors }: ValidateFunction, key: string): boolean {
  return (errors ?? []).some(({ params }) => params.additionalProperty === key || params.unevaluatedProperty === key);
}

function measure(name: string, schema: Record<string, unknown>, check: ValidateFunction) {
  const files = [...texts.keys()].filter(
    (path) => path.startsWith(`${testFolder}${name}/`) && /\.(?:json|ya?ml)$/.test(path),
  );
  const names = listNames(schema);
  const near = [...names];
  const seen = new Set<string>();
  const foreign = new Set<string>();
  const count = { files: 0, keys: 0, caught: 0, named: 0, top: 0, topCaught: 0, other: 0, alarms: 0 };
  for (const path of files.slice(0, mostFiles)) {
    const file = readFile(path);
    if (!isObject(file) || !check(file)) continue;
    count.files += 1;
    for (const { holder, key, path: place, depth } of findKeys(file)) {
      if (!names.has(key)) {
        if (!foreign.has(key)) {
          foreign.add(key);
          count.other += 1;
          if (key.length >= shortestKey && near.some((known) => isNear(known, key))) count.alarms += 1;
        }
        continue;
      }
      const wrong = misspell(key);
      if (key.length < shortestKey || seen.has(place) || wrong in holder || names.has(wrong)) continue;
      seen.add(place);
      const value = holder[key];
      delete holder[key];
      holder[wrong] = value;
      const isAccepted = check(file);
      const isNamed = namesKey(check, wrong);
      delete holder[wrong];
      holder[key] = value;
      count.keys += 1;
      if (!isAccepted) count.caught += 1;
      if (isNamed) count.named += 1;
      if (depth === 0) count.top += 1;
      if (depth === 0 && !isAccepted) count.topCaught += 1;
    }
  }
  return count;
}

const rows: string[] = [];
const left = { 'without a file': 0, 'not usable': 0, 'no key': 0 };
for (const [name, schema] of [...schemas].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
  if (!isObject(schema)) continue;
  if (![...texts.keys()].some((path) => path.startsWith(`${testFolder}${name}/`))) {
    left['without a file'] += 1;
    continue;
  }
  const dialect = readDialect(schema);
  let measured: ReturnType<typeof measure>;
  try {
    measured = measure(name, schema, await compile(schema, dialect));
  } catch {
    // Refers to an address outside of the collection, breaks its dialect, or never ends: counted.
    left['not usable'] += 1;
    continue;
  }
  const { files, keys, caught, named, top, topCaught, other, alarms } = measured;
  if (keys === 0) left['no key'] += 1;
  else rows.push([name, dialect, files, keys, caught, named, top, topCaught, other, alarms].join(','));
}
const about = Object.entries(left).map(([why, count]) => `${count} ${why}`);
writeFileSync(
  join(import.meta.dirname, 'schemas.csv'),
  [
    `# SchemaStore/schemastore at ${describeSnapshot(gitDir)}; ${schemas.size} schemas read and ${unreadable} not; left out: ${about.join(', ')}`,
    'schema,dialect,files,keys,caught,named,top,top_caught,other,alarms',
    ...rows,
    '',
  ].join('\n'),
);
