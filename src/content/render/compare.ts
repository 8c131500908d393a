import { diffArrays } from 'diff';

/** Two rendered texts as one, with what was added and removed marked. */
export interface Comparison {
  html: string;
  /** Changes are numbered from 1: the element of the first has the id `change-1`. */
  count: number;
}

/** Read before a marked piece by a screen reader. */
interface Labels {
  added: string;
  removed: string;
}

/** A formula or drawing is one piece, as a tag is; a word has the white space after it. */
const pieces = /<(math|svg)\b[\s\S]*?<\/\1>|<[^>]+>|[^<\s]+\s*|\s+/g;

/** Comparing takes time with the square of the differences: past them all is shown as replaced. */
const maxDifferences = 4_000;

/**
 * Compares the HTML of two texts word by word. The result has the elements of the later text, so it is as well-formed as that;
 * of the earlier text only words, formulas and drawings are shown.
 */
export function compareHtml(before: string, after: string, labels: Labels): Comparison {
  const [earlier, later] = [before.match(pieces) ?? [], after.match(pieces) ?? []];
  const parts = diffArrays(earlier, later, { maxEditLength: maxDifferences }) ?? [
    { value: earlier, removed: true, added: false },
    { value: later, removed: false, added: true },
  ];
  let html = '';
  let count = 0;
  let isInChange = false;

  function mark(text: string, element: 'ins' | 'del'): void {
    if (text.trim() === '') {
      if (element === 'ins') html += text;
      return;
    }
    const id = isInChange ? '' : ` id="change-${count + 1}"`;
    if (!isInChange) count += 1;
    isInChange = true;
    const label = element === 'ins' ? labels.added : labels.removed;
    html += `<${element}${id}><span class="sr-only">${label} </span>${text}</${element}>`;
  }

  for (const { value, added, removed } of parts) {
    if (!added && !removed) {
      if (value.some((piece) => !isTag(piece) && piece.trim() !== '')) isInChange = false;
      html += value.join('');
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
      if (added) html += piece;
    }
    mark(text, added ? 'ins' : 'del');
  }
  return { html, count };
}

function isTag(piece: string): boolean {
  return piece.startsWith('<') && !/^<(?:math|svg)\b/.test(piece);
}
