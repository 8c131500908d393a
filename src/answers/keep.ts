import { createBoundedMap } from '../protocols/kept.ts';
import { isForms, type Reply } from './choose.ts';
import { type Form, sizeOf } from './forms.ts';

/** What was made for one request, with what tells whether it answers others too. */
export interface Made {
  reply: Reply;
  /** False for what only the one who asked may have: a refusal, a page of one reader. */
  isLasting: boolean;
  /** The list of released articles, taken before it was made: while it is, one may come out. */
  released: object;
}

export interface Keep {
  /** What is kept under a key, if it still holds. */
  find(key: string): Made | undefined;
  /** Makes what is not kept, once for all who ask meanwhile. What does not last is made for each of them. */
  make(key: string, run: () => Promise<Made>): Promise<Made>;
}

/**
 * Answers that are made at first need and kept while they hold, the ones used last, within a bound of bytes.
 * @param released asked each time: an answer never outlives what it shows
 */
export function createKeep({ capacity, released }: { capacity: number; released: () => object }): Keep {
  const kept = createBoundedMap<Made>(capacity);
  const underway = new Map<string, Promise<Made>>();

  async function makeFirst(key: string, run: () => Promise<Made>): Promise<Made> {
    const making = run();
    underway.set(key, making);
    try {
      const made = await making;
      const { content } = made.reply;
      const bytes = content && isForms(content) ? sizeOf(content) : 0;
      if (made.isLasting) kept.offer(key, bytes, () => standAlone(made));
      return made;
    } finally {
      underway.delete(key);
    }
  }

  return {
    find(key) {
      const made = kept.get(key);
      return made?.released === released() ? made : undefined;
    },
    async make(key, run) {
      const first = underway.get(key);
      if (!first) return makeFirst(key, run);
      const made = await first;
      return made.isLasting ? made : run();
    },
  };
}

/** Node cuts small buffers from blocks of 64 KB: one of a hundred bytes that is kept would keep a whole block, which no bound counts. */
function standAlone(made: Made): Made {
  const { reply } = made;
  const { content } = reply;
  if (!content || !isForms(content)) return made;
  const { identity, br, gzip } = content;
  const own = { identity: cutOut(identity), ...(br && { br: cutOut(br) }), ...(gzip && { gzip: cutOut(gzip) }) };
  return { ...made, reply: { ...reply, content: own } };
}

function cutOut(form: Form): Form {
  const { bytes } = form;
  return bytes.byteLength === bytes.buffer.byteLength
    ? form
    : { ...form, bytes: Buffer.from(new Uint8Array(bytes).buffer) };
}
