import type { Token } from 'marked';
import { escapeHtml } from '../../library/markup.ts';
import type { Words } from '../../words/words.ts';
import type { MarkdownDocument } from '../checks/markdown-source.ts';
import type { CitationToken, FootnoteDefinition, FootnoteReference } from '../markdown/markdown-tokens.ts';

/** Numbers footnotes and citations as they are met, and renders the lists they lead to. */
export interface Notes {
  footnotes: readonly string[];
  cited: readonly string[];
  renderReference(node: FootnoteReference): string;
  renderCitation(node: CitationToken): string;
  renderEndnotes(render: (tokens: readonly Token[]) => string): string;
  renderReferences(): string;
}

/** Roles are those of DPUB-ARIA 1.1: noteref, endnotes, backlink, biblioref, bibliography. */
export function createNotes(document: MarkdownDocument, words: Words['text']): Notes {
  const footnotes: string[] = [];
  const cited: string[] = [];
  const mentions = new Map<string, number>();

  const mention = (name: string) => {
    const times = (mentions.get(name) ?? 0) + 1;
    mentions.set(name, times);
    return times === 1 ? name : `${name}-${times}`;
  };

  return {
    footnotes,
    cited,
    renderReference(node) {
      if (!document.footnotes.has(node.label)) return escapeHtml(node.raw);
      const number = numberOf(footnotes, node.label);
      const id = mention(`fnref-${number}`);
      return `<sup><a href="#fn-${number}" id="${id}" role="doc-noteref" aria-label="${words.footnote(number)}">${number}</a></sup>`;
    },
    renderCitation(node) {
      const known = document.bibliography?.keys ?? [];
      if (!node.items.every(({ key }) => known.includes(key))) return escapeHtml(node.raw);
      const links = node.items.map(({ key, locator }) => {
        const number = numberOf(cited, key);
        const id = mention(`citeref-${number}`);
        const where = locator === '' ? '' : `, ${escapeHtml(locator)}`;
        return `<a href="#ref-${number}" id="${id}" role="doc-biblioref" aria-label="${words.reference(number)}">${number}</a>${where}`;
      });
      return `<span class="citation">[${links.join('; ')}]</span>`;
    },
    renderEndnotes(render) {
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
    renderReferences() {
      if (!document.bibliography || cited.length === 0) return '';
      const { format } = document.bibliography;
      const items = cited.map((key, index) => `<li id="ref-${index + 1}">${format(key).html}</li>\n`);
      return `<section class="references" role="doc-bibliography" aria-label="${words.references}">\n<p class="references-title">${words.references}</p>\n<ol>\n${items.join('')}</ol>\n</section>`;
    },
  };
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

/** 1-based; a new name joins the end. */
function numberOf(names: string[], name: string): number {
  const known = names.indexOf(name);
  return known === -1 ? names.push(name) : known + 1;
}
