/**
 * What readers get when one address has an HTML and a markdown form and a cache stands in between.
 * Quoted in content/articles/content-negotiation-and-the-vary-trap.md. Run: node
 * tests/load/article-figures/vary-cache.ts
 */
import { report } from './machine.ts';

type Form = 'html' | 'markdown';

interface Answer {
  form: Form;
  vary: string | undefined;
}

type Origin = (accept: string) => Answer;

const prefersMarkdown = (accept: string) => accept.includes('text/markdown');

const origins: Record<string, Origin> = {
  'no Vary': (accept) => ({ form: prefersMarkdown(accept) ? 'markdown' : 'html', vary: undefined }),
  'Vary on markdown only': (accept) =>
    prefersMarkdown(accept) ? { form: 'markdown', vary: 'Accept' } : { form: 'html', vary: undefined },
  'Vary on both': (accept) => ({ form: prefersMarkdown(accept) ? 'markdown' : 'html', vary: 'Accept' }),
};

interface Cache {
  fetch(accept: string): { form: Form; isHit: boolean };
}

/** A cache that looks at the address only, as many edge configurations do. */
function createUrlCache(origin: Origin): Cache {
  let stored: Answer | undefined;
  return {
    fetch: (accept) => {
      if (stored) return { form: stored.form, isHit: true };
      stored = origin(accept);
      return { form: stored.form, isHit: false };
    },
  };
}

/** RFC 9111 section 4.1: a stored answer serves when it has no Vary, or when the named headers are equal. */
function createStandardCache(origin: Origin, normalise: (accept: string) => string): Cache {
  const stored: { accept: string; answer: Answer }[] = [];
  return {
    fetch: (accept) => {
      const asked = normalise(accept);
      const hit = stored.find(({ accept: seen, answer }) => answer.vary === undefined || seen === asked);
      if (hit) return { form: hit.answer.form, isHit: true };
      const answer = origin(accept);
      stored.push({ accept: asked, answer });
      return { form: answer.form, isHit: false };
    },
  };
}

const caches: Record<string, (origin: Origin) => Cache> = {
  'address only': createUrlCache,
  'RFC 9111': (origin) => createStandardCache(origin, (accept) => accept),
  'RFC 9111, Accept reduced to one word': (origin) =>
    createStandardCache(origin, (accept) => (prefersMarkdown(accept) ? 'markdown' : 'html')),
};

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const agent = 'text/markdown, text/html;q=0.9, */*;q=0.1';
const orders = {
  'a person first': [browser, agent, browser, agent],
  'an agent first': [agent, browser, agent, browser],
};

const rows = [];
for (const [cacheName, createCache] of Object.entries(caches)) {
  for (const [originName, origin] of Object.entries(origins)) {
    const row: Record<string, string> = { cache: cacheName, origin: originName };
    for (const [order, accepts] of Object.entries(orders)) {
      const cache = createCache(origin);
      const wrong = accepts.filter((accept) => cache.fetch(accept).form !== origin(accept).form).length;
      row[order] = `${wrong} of ${accepts.length} wrong`;
    }
    rows.push(row);
  }
}
report('Wrong forms served for four requests to one address', rows);

/** Ways in which clients write that they want a page or markdown; each is a different text to a cache. */
const spellings = [
  browser,
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  '*/*',
  'text/html, */*',
  'text/html',
  agent,
  'text/markdown',
  'text/markdown, */*',
  'text/markdown,text/html;q=0.8',
];
const requests = 1000;
const rates = Object.entries(caches)
  .filter(([name]) => name !== 'address only')
  .map(([name, createCache]) => {
    const cache = createCache((accept) => ({ form: prefersMarkdown(accept) ? 'markdown' : 'html', vary: 'Accept' }));
    let hits = 0;
    for (let i = 0; i < requests; i++) if (cache.fetch(spellings[i % spellings.length] ?? '').isHit) hits += 1;
    return { cache: name, spellings: spellings.length, 'asked of the origin': requests - hits };
  });
report(`${requests} requests in ten spellings of Accept, Vary on both`, rates);
