import type { Token } from 'marked';
import { escapeHtml } from '../../library/markup.ts';
import type { Words } from '../../words/words.ts';
import type { MarkdownDocument } from '../checks/markdown-source.ts';
import type { Bibliography } from '../citations/bibliography.ts';
import type { Reference } from '../citations/reference.ts';
import { type CitationStyle, composeCitation } from '../markdown/citation-text.ts';
import type { CitationToken, FootnoteDefinition, FootnoteReference, Node } from '../markdown/markdown-tokens.ts';

export type Notes = ReturnType<typeof createNotes>;

/**
 * Numbers footnotes and citations in the order of the text, and renders their lists. The roles are those of DPUB-ARIA
 * 1.1: noteref, endnotes, backlink, biblioref, bibliography.
 */
export function createNotes(document: MarkdownDocument, words: Words['text'], style: CitationStyle) {
  const footnotes: string[] = [];
  const cited: string[] = [];
  /** The text of each citation. */
  const citations = new Map<Node, string>();
  const mentions = new Map<string, number>();

  const mention = (name: string) => {
    const times = (mentions.get(name) ?? 0) + 1;
    mentions.set(name, times);
    return times === 1 ? name : `${name}-${times}`;
  };

  return {
    footnotes,
    cited,
    citations,
    renderReference(node: FootnoteReference): string {
      if (!document.footnotes.has(node.label)) return escapeHtml(node.raw);
      const number = numberOf(footnotes, node.label);
      const id = mention(`fnref-${number}`);
      return `<sup><a href="#fn-${number}" id="${id}" role="doc-noteref" aria-label="${words.footnote(number)}">${number}</a></sup>`;
    },
    renderCitation(node: CitationToken): string {
      const writing = { style, numberOf: (key: string) => numberOf(cited, key) };
      const html = composeCitation(node, {
        ...writing,
        escape: escapeHtml,
        link(mark, key) {
          const number = numberOf(cited, key);
          const label = style === 'numeric' ? ` aria-label="${words.reference(number)}"` : '';
          return `<a href="#ref-${number}" id="${mention(`citeref-${number}`)}" role="doc-biblioref"${label}>${mark}</a>`;
        },
      });
      citations.set(node, composeCitation(node, { ...writing, escape: (text) => text, link: (mark) => mark }));
      return `<span class="citation">${html}</span>`;
    },
    renderEndnotes(render: (tokens: readonly Token[]) => string): string {
      let items = '';
      // A footnote may refer to another one, which then joins the end of this list.
      for (let index = 0; index < footnotes.length; index += 1) {
        const note = document.footnotes.get(footnotes[index] ?? '');
        if (note)
          items += renderNote({
            note,
            number: index + 1,
            render,
            words,
            times: () => mentions.get(`fnref-${index + 1}`) ?? 1,
          });
      }
      if (items === '') return '';
      return `<section class="footnotes" role="doc-endnotes" aria-label="${words.footnotes}">\n<ol>\n${items}</ol>\n</section>`;
    },
    renderReferences(): string {
      if (!document.bibliography || cited.length === 0) return '';
      const items = listReferences(document.bibliography, cited, style).map(
        ({ number, html }) => `<li id="ref-${number}">${html}</li>\n`,
      );
      const list = style === 'numeric' ? 'ol' : 'ul';
      return `<section class="references" role="doc-bibliography" aria-label="${words.references}">\n<p class="references-title">${words.references}</p>\n<${list}>\n${items.join('')}</${list}>\n</section>`;
    },
  };
}

/** Lists the works that a text cites, by their numbers, or by their authors where no numbers are shown. */
export function listReferences(
  bibliography: Bibliography,
  cited: readonly string[],
  style: CitationStyle,
): (Reference & { number: number })[] {
  const references = cited.map((key, index) => ({ ...bibliography.format(key), number: index + 1 }));
  const byText = new Intl.Collator('en');
  return style === 'numeric' ? references : references.toSorted((a, b) => byText.compare(a.text, b.text));
}

function renderNote(options: {
  note: FootnoteDefinition;
  number: number;
  render: (tokens: readonly Token[]) => string;
  words: Words['text'];
  times: () => number;
}): string {
  const { note, number, render, words, times } = options;
  const inner = render(note.tokens).trimEnd();
  const backlinks = Array.from({ length: times() }, (_, index) => backlink(number, index + 1, words)).join(' ');
  const content = inner.endsWith('</p>')
    ? `${inner.slice(0, -'</p>'.length)} ${backlinks}</p>`
    : `${inner} ${backlinks}`;
  return `<li id="fn-${number}">${content}</li>\n`;
}

function backlink(number: number, time: number, words: Words['text']): string {
  const target = time === 1 ? `fnref-${number}` : `fnref-${number}-${time}`;
  const label = time === 1 ? words.backTo(number) : words.backToMention(number, time);
  return `<a href="#${target}" role="doc-backlink" aria-label="${label}">&#8617;</a>`;
}

/** Returns the number of a name, from 1, and appends a new name to the list. */
function numberOf(names: string[], name: string): number {
  const known = names.indexOf(name);
  return known === -1 ? names.push(name) : known + 1;
}
