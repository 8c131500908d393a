import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { quote } from './files.ts';
import type { AnswerName } from './init-prompts.ts';

/**
 * site.config.ts with one value changed, and everything else as its owner left it.
 * @returns undefined when the value is not written the way `init` writes it
 */
export function editConfig(text: string, name: AnswerName, value: string): string | undefined {
  const place = places[name];
  if (!place) return undefined;
  const found = place.exec(text);
  if (!found?.indices?.[1]) return undefined;
  const [from, to] = found.indices[1];
  return text.slice(0, from) + quote(value) + text.slice(to);
}

const string = String.raw`('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")`;
const topLevel = (key: string) => new RegExp(String.raw`^ {2}${key}:\s*${string}`, 'dm');
const ofPublisher = (key: string) => new RegExp(String.raw`^ {2}publisher: \{[^}]*?\b${key}:\s*${string}`, 'dm');

const places: Readonly<Partial<Record<AnswerName, RegExp>>> = {
  name: topLevel('name'),
  tagline: topLevel('tagline'),
  language: topLevel('language'),
  publisher: ofPublisher('name'),
  email: ofPublisher('email'),
};

/**
 * plans.yaml with one value of a tier changed and every other character unchanged; undefined without such a
 * tier.
 */
export function editPlans(
  text: string,
  period: 'article' | 'month' | 'forever',
  change: { key: 'price' | 'currency'; value: string },
): string | undefined {
  const document = parseDocument(text);
  const tiers = document.get('tiers');
  if (!isSeq(tiers)) return undefined;
  for (const tier of tiers.items) {
    if (!isMap(tier) || tier.get('period') !== period) continue;
    const node = tier.get(change.key, true);
    if (!isScalar(node) || !node.range) return undefined;
    const [from, to] = node.range;
    return text.slice(0, from) + change.value + text.slice(to);
  }
  return undefined;
}
