import { diffArrays } from 'diff';

/** Two rendered texts as one, with what was added and removed marked. */
export interface Comparison {
  html: string;
  /**
   * Id of the section that each change is in; undefined before the first heading. They are numbered from 1: the element
   * of the first has the id `change-1`.
   */
  changes: (string | undefined)[];
}

/** Read before a marked piece by a screen reader. */
interface Labels {
  added: string;
  removed: string;
}

/** A formula or drawing is one piece, as a tag is; a word has the white space after it. */
const pieces = /<(math|svg)\b[\s\S]*?<\/\1>|<[^>]+>|[^<\s]+\s*|\s+/g;

const sectionHeading = /^<h[23]\b[^>]* id="([^"]+)"/;

/** Comparing takes time with the square of the differences: past them all is shown as replaced. */
const maxDifferences = 4_000;

/**
 * Compares the HTML of two texts word by word. The result has the elements of the later text, so it is as well-formed
 * as that; of the earlier text only words, formulas and drawings are shown.
 */
export function compareHtml(before: string, after: string, labels: Labels): Comparison {
  const [earlier, later] = [before.match(pieces) ?? [], after.match(pieces) ?? []];
  const parts = diffArrays(earlier, later, { maxEditLength: maxDifferences }) ?? [
    { value: earlier, removed: true, added: false },
    { value: later, removed: false, added: true },
  ];
  let html = '';
  const changes: Comparison['changes'] = [];
  let section: string | undefined;
  let isInChange = false;

  function mark(text: string, element: 'ins' | 'del'): void {
    if (text.trim() === '') {
      if (element === 'ins') html += text;
      return;
    }
    if (!isInChange) changes.push(section);
    const id = isInChange ? '' : ` id="change-${changes.length}"`;
    isInChange = true;
    const label = element === 'ins' ? labels.added : labels.removed;
    html += `<${element}${id}><span class="sr-only">${label} </span>${text}</${element}>`;
  }

  function take(piece: string): void {
    section = sectionHeading.exec(piece)?.[1] ?? section;
    html += piece;
  }

  for (const { value, added, removed } of parts) {
    if (!added && !removed) {
      if (value.some((piece) => !isTag(piece) && piece.trim() !== '')) isInChange = false;
      for (const piece of value) take(piece);
      continue;
    }
    let text = '';
    for (const piece of value) {
      if (!isTag(piece)) {
        text += piece;
        continue;
      }
      mark(text, added ? 'ins' : 'del');
      text = '';
      if (added) take(piece);
    }
    mark(text, added ? 'ins' : 'del');
  }
  return { html, changes };
}

function isTag(piece: string): boolean {
  return piece.startsWith('<') && !/^<(?:math|svg)\b/.test(piece);
}
