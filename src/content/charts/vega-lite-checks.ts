import { didYouMean } from '../load/closest-match.ts';
import { isRecord } from '../load/yaml.ts';
import { extentOf } from './bins.ts';
import { findNoDay, readColumn, type Table } from './chart-table.ts';
import { count, explainTooMany, maxBins, maxValues } from './limits.ts';
import { unknownField } from './short-form.ts';
import { type Found, walk } from './spec-walk.ts';

type Spec = Record<string, unknown>;

export interface SpecError {
  path: (string | number)[];
  message: string;
}

const types = ['quantitative', 'temporal', 'ordinal', 'nominal', 'geojson'];
/** Channels that give a mark its place. */
const places = ['x', 'y', 'x2', 'y2', 'theta', 'theta2', 'radius', 'radius2', 'longitude', 'latitude', 'shape'];
/** A time of day that JavaScript would read in the zone of the machine that builds. */
const timeWithoutZone = /\b(?:datetime|toDate|time)\(\s*(["'])(\d[^"']*\dT[\d:.]+)\1/;
const expressionKeys = ['filter', 'calculate', 'test', 'expr', 'labelExpr'];

/**
 * Mistakes in a specification that can be seen without its data, each at the key that has it: vega has no place for any
 * of them.
 */
export async function findSpecErrors(spec: Spec): Promise<SpecError[]> {
  const all = [...walk(spec)];
  return [
    ...all.flatMap((found) => [...checkType(found), ...checkPlace(found, spec), ...checkCounts(found)]),
    ...(await checkExpressions(all)),
  ];
}

function checkType({ path, value }: Found): SpecError[] {
  const isChannel = path.at(-3) === 'encoding' || path.at(-2) === 'condition' || path.at(-2) === 'facet';
  if (path.at(-1) !== 'type' || !isChannel || types.includes(String(value))) return [];
  const otherwise = `write one of ${types.slice(0, 4).join(', ')}`;
  return [{ path, message: `The type ${value} does not exist${didYouMean(String(value), types, { otherwise })}` }];
}

/** A mark without a place is a picture without anything in it, or all values in one point. */
function checkPlace({ path, value }: Found, spec: Spec): SpecError[] {
  if (path.at(-1) !== 'mark') return [];
  const own = isRecord(value) ? Object.keys(value) : [];
  let view: unknown = spec;
  const channels = path.flatMap((key) => {
    const { encoding } = Object(view);
    view = Object(view)[key];
    return isRecord(encoding) ? Object.keys(encoding) : [];
  });
  const mark = isRecord(value) ? value.type : value;
  if (mark === 'geoshape' || (mark === 'text' && channels.includes('text'))) return [];
  if ([...own, ...channels].some((name) => places.includes(name))) return [];
  return [{ path, message: `The mark ${mark} has no place; name in encoding the columns of x and y` }];
}

/** Numbers of rows or bins that vega would make, which can be more than the memory holds. */
function checkCounts({ path, value }: Found): SpecError[] {
  const key = String(path.at(-1));
  if (typeof value === 'number' && ['maxbins', 'tickCount'].includes(key) && value > maxBins)
    return [{ path, message: `${key} is ${count(value)}, and at most ${maxBins} can be drawn` }];
  if (typeof value === 'number' && ['steps', 'minsteps', 'maxsteps'].includes(key) && value > maxValues)
    return [{ path, message: explainTooMany(value) }];
  if (!isRecord(value) || !['sequence', 'keyvals'].includes(key)) return [];
  const { start = 0, stop, step = 1 } = value;
  const values = Math.abs((Number(stop) - Number(start)) / Number(step));
  return values > maxValues ? [{ path, message: explainTooMany(Math.ceil(values)) }] : [];
}

/** Columns of numbers that a bin of a fixed width divides into more bins than a reader can see. */
export function findThinBins(spec: Spec, tables: readonly Table[]) {
  return [...walk(spec)].flatMap(({ path, value, parent }) => {
    const step = path.at(-1) === 'bin' && isRecord(value) ? Number(value.step) : Number.NaN;
    const cells = tables.flatMap((table) => readColumn(table, parent.field));
    const { least, most } = extentOf(cells.filter((cell) => typeof cell === 'number'));
    const bins = Math.ceil((most - least) / step);
    return bins > maxBins ? [{ path: [...path, 'step'], bins }] : [];
  });
}

async function checkExpressions(all: readonly Found[]): Promise<SpecError[]> {
  const expressions = all.filter(
    ({ path, value }) => expressionKeys.includes(String(path.at(-1))) && typeof value === 'string',
  );
  if (expressions.length === 0) return [];
  const { parseExpression } = await import('vega');
  return expressions.flatMap(({ path, value }) => {
    try {
      parseExpression(String(value));
      const [, , time] = timeWithoutZone.exec(String(value)) ?? [];
      return time === undefined ? [] : [{ path, message: `The time ${time} has no zone: write ${time}Z` }];
    } catch (error) {
      const message = `The expression ${value} cannot be read: ${explainSyntax(error instanceof Error ? error.message : '')}`;
      return [{ path, message }];
    }
  });
}

function explainSyntax(message: string): string {
  if (message.includes('end of input')) return 'it ends too early';
  const [, token] = /Unexpected token (.+)/.exec(message) ?? [];
  if (token === 'ILLEGAL') return 'it has a character or an open quote that no expression has';
  return token === undefined ? message : `${token} is not expected there`;
}

export interface Complaint {
  /** Null if vega has nothing against the specification. */
  complaint: string | null;
  /** Is no row drawn? */
  isEmpty: boolean;
}

/** A complaint of vega in plain words and at the key that it is about. */
export function explainComplaint(spec: Spec, { complaint, isEmpty }: Complaint): SpecError {
  const all = [...walk(spec)];
  const filter = all.find(({ path }) => path.at(-1) === 'filter' && path.includes('transform'));
  const [, field] = /^Infinite extent for field "(.*?)"/.exec(complaint ?? '') ?? [];
  if (isEmpty && filter && (complaint === null || field !== undefined))
    return { path: filter.path, message: 'No row is left after this filter; compare it with the data' };
  if (complaint === null) return { path: [], message: 'Nothing is drawn: no mark of this chart has any data' };
  if (field !== undefined) {
    const channel = all.find(({ path, value }) => path.at(-1) === 'field' && value === field);
    return { path: channel?.path ?? [], message: `The column ${field} has no number and no date that can be drawn` };
  }
  const [, wrong] = / as (\w+) is not a valid encoding channel/.exec(complaint) ?? [];
  const channel = all.find(({ path }) => path.at(-2) === 'encoding' && path.at(-1) === wrong);
  if (channel) return { path: channel.path, message: `An encoding has no channel ${wrong}` };
  const [, unknown] = /^Unrecognized function: (\w+)/.exec(complaint) ?? [];
  const words = [unknown, ...complaint.matchAll(/"(.*?)"/g).map(([, word]) => word)].filter(
    (word) => word !== undefined,
  );
  const place = all.find(
    ({ path, value }) =>
      words.includes(String(path.at(-1))) ||
      words.includes(String(value)) ||
      (unknown !== undefined && typeof value === 'string' && value.includes(`${unknown}(`)),
  );
  const message =
    unknown === undefined
      ? `Vega-Lite does not draw this: ${complaint}`
      : `The expressions of Vega have no function ${unknown}`;
  return { path: place?.path ?? [], message };
}

/**
 * Columns that an encoding names and neither the data nor a transform has, and columns that are not of the type it
 * says.
 */
export function findFieldErrors(spec: Spec, tables: readonly Table[]): SpecError[] {
  const columns = tables.flatMap((table) => table.columns);
  const all = [...walk(spec)];
  const made = new Set(
    all
      .filter(({ path }) => path.at(-1) === 'as' || path.includes('fold') || path.includes('joinaggregate'))
      .flatMap(({ value }) => [value].flat()),
  );
  const inEncoding = ({ path, value }: Found) =>
    path.at(-1) === 'field' && path.includes('encoding') && typeof value === 'string';
  return all.filter(inEncoding).flatMap(({ path, value, parent }) => {
    const name = String(value).replaceAll(/\\(.)/g, '$1');
    const column = columns.find((known) => known.name === name);
    if (made.has(name) || (all.some(({ path: [key] }) => key === 'transform') && /^(?:key|value)$/.test(name)))
      return [];
    if (!column) return [{ path, message: unknownField(name, columns) }];
    const wanted = { quantitative: 'number', temporal: 'date' }[String(parent.type)];
    const isFree = parent.aggregate === 'count' || parent.aggregate === 'distinct';
    if (wanted === undefined || wanted === column.type || isFree) return [];
    const needed = wanted === 'number' ? 'numbers' : 'dates such as 2026-08-01';
    const cells = tables.flatMap((table) => readColumn(table, name));
    const found = findNoDay(cells) ?? { number: 'numbers', date: 'dates', text: 'text' }[column.type];
    return [
      {
        path: [...path.slice(0, -1), 'type'],
        message: `${parent.type} needs ${needed}, and the column ${name} has ${found}`,
      },
    ];
  });
}
