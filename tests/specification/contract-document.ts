import { readFileSync } from 'node:fs';

/** One sentence of docs/contract.md: it demands something. */
export interface Sentence {
  /** In bold, before it. */
  topic: string;
  text: string;
}

/**
 * The items of docs/contract.md, `- **Topic.** One sentence. Another; a third.`, sentence by sentence and in their
 * order.
 */
export function readSentences(): Sentence[] {
  const items = readFileSync('docs/contract.md', 'utf8').matchAll(/^- \*\*(.+?)\.\*\* (.+)$/gm);
  return Array.from(items).flatMap(([, topic = '', text = '']) =>
    text.split(/(?<=[.;])\s+/).map((sentence) => ({ topic, text: sentence })),
  );
}

/** What stands in backticks in one item: a list that the code has too. */
export function readNames(topic: string): string[] {
  const [first] = readSentences().filter((sentence) => sentence.topic === topic);
  return Array.from(first?.text.matchAll(/`(\w+)`/g) ?? [], ([, name = '']) => name);
}
