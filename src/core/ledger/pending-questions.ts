import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { analyse } from '../../search/analyse.ts';
import type { Confidence } from '../../search/engine.ts';
import { isCertain } from '../../search/ranking.ts';
import type { Resources } from '../resources.ts';
import type { StoredQuestion } from './ledger-records.ts';

/** A text is stored once so many different callers have asked the same in one week. */
const callersToStore = 3;
/** Groups that wait for further callers; the oldest makes room. */
const maxPending = 1_000;
const maxTextLength = 300;

interface Group {
  /** Hashes under the salt of this process and week. */
  callers: Set<string>;
  isStored: boolean;
  asked: number;
  unanswered: number;
}

/** The questions of a moment: the callers and the confidences of each text. */
type Asked = ReadonlyMap<string, { callers: ReadonlySet<string>; confidences: ReadonlyMap<Confidence, number> }>;

/**
 * Questions that fewer than three different callers have asked. They stay in the memory of this process: neither their
 * text nor anything about a caller is stored. Callers differ by a hash under a random salt that is drawn again
 * each week and never leaves the process, so a hash cannot be traced to a client or a key afterwards. Two questions
 * are the same when they have the same content words, so no word is stored that only one caller has used.
 */
export function createPendingQuestions({
  randomBytes,
  language,
}: Pick<Resources, 'randomBytes'> & { language: string }): {
  /** Adds questions; returns those whose text may be stored. */
  admit(week: string, asked: Asked): StoredQuestion[];
} {
  const groups = new Map<string, Group>();
  let current = '';
  let salt = new Uint8Array();

  function findGroup(key: string): Group {
    const known = groups.get(key);
    if (known) return known;
    const [oldest] = groups.keys();
    if (groups.size >= maxPending && oldest !== undefined) groups.delete(oldest);
    const group: Group = { callers: new Set(), isStored: false, asked: 0, unanswered: 0 };
    groups.set(key, group);
    return group;
  }

  return {
    admit(week, asked) {
      if (asked.size > 0 && week !== current) {
        current = week;
        salt = Uint8Array.from(randomBytes(32));
        groups.clear();
      }
      return [...asked].flatMap(([text, { callers, confidences }]) => {
        const key = questionKey(text, language);
        if (key === '') return [];
        const group = findGroup(key);
        for (const [confidence, count] of confidences) {
          group.asked += count;
          if (!isCertain(confidence)) group.unanswered += count;
        }
        if (!group.isStored) {
          for (const caller of callers) group.callers.add(bytesToHex(hmac(sha256, salt, utf8ToBytes(caller))));
          if (group.callers.size < callersToStore) return [];
          group.isStored = true;
          group.callers.clear();
        }
        const stored = {
          key,
          text: text.trim().slice(0, maxTextLength),
          asked: group.asked,
          unanswered: group.unanswered,
        };
        group.asked = 0;
        group.unanswered = 0;
        return [stored];
      });
    },
  };
}

/** The content words of a question, each once and in order: equal for questions that mean the same. */
export function questionKey(text: string, language: string): string {
  return [...new Set(analyse(text.slice(0, maxTextLength), language))].sort().join(' ');
}
