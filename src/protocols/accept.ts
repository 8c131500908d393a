import { LRUCache } from 'lru-cache';
import { splitWeighted } from './http.ts';

/** The types chosen for a header, by list of offers. Every browser sends one of a few dozen headers. */
const known = new LRUCache<string, WeakMap<readonly string[], { type: string | undefined }>>({ max: 200 });
const maxKnownLength = 300;

interface Range {
  type: string;
  subtype: string;
  q: number;
}

/**
 * Chooses the media type that an Accept header prefers (RFC 9110 section 12.5.1).
 * @param offers available types, best first: the earlier one wins a tie. One list for each use, because choices are
 *   cached by it
 * @returns undefined when none is acceptable; the first offer without a header that can be parsed
 */
export function preferredType(accept: string | null, offers: readonly string[]): string | undefined {
  if (!accept || accept.trim() === '') return offers[0];
  const choices = known.get(accept) ?? new WeakMap<readonly string[], { type: string | undefined }>();
  const choice = choices.get(offers) ?? { type: chooseType(accept, offers) };
  choices.set(offers, choice);
  if (accept.length <= maxKnownLength) known.set(accept, choices);
  return choice.type;
}

function chooseType(accept: string, offers: readonly string[]): string | undefined {
  const ranges = splitWeighted(accept).flatMap(({ item, weight: q }): Range[] => {
    const [type, subtype] = item.split('/');
    return type && subtype ? [{ type, subtype, q }] : [];
  });
  if (ranges.length === 0) return offers[0];
  let best: { offer: string; q: number } | undefined;
  for (const offer of offers) {
    const q = qualityOf(offer, ranges);
    if (q > (best?.q ?? 0)) best = { offer, q };
  }
  return best?.offer;
}

/** The most specific matching range decides, not the highest q. */
function qualityOf(offer: string, ranges: readonly Range[]): number {
  const [type, subtype] = offer.split('/');
  const exact = ranges.find((range) => range.type === type && range.subtype === subtype);
  const family = ranges.find((range) => range.type === type && range.subtype === '*');
  const any = ranges.find((range) => range.type === '*' && range.subtype === '*');
  return (exact ?? family ?? any)?.q ?? 0;
}
