import type { GrammarState } from 'shiki/core';

/** The HTML of a line, and the grammar's state behind it. */
export interface RenderedLine {
  html: string;
  after: GrammarState | undefined;
}

/** A state between two lines; undefined before the first. */
interface Place {
  state: GrammarState | undefined;
  lines: Map<string, { html: string; next: Place }>;
}

const maxCached = 50_000;

/**
 * Remembers lines of one language: the same line in the same state of the grammar always becomes the same, and code
 * repeats itself (imports, braces, calls of one API) far more than prose does.
 */
export function createLineMemo(render: (line: string, state: GrammarState | undefined) => RenderedLine) {
  let start: Place = { state: undefined, lines: new Map() };
  let places: Place[] = [];
  let cachedCount = 0;

  return (code: string): string => {
    if (cachedCount > maxCached) {
      start = { state: undefined, lines: new Map() };
      places = [];
      cachedCount = 0;
    }
    let place = start;
    const rendered: string[] = [];
    for (const line of code.split('\n')) {
      const { html, next } = place.lines.get(line) ?? renderAt(place, line);
      rendered.push(html);
      place = next;
    }
    return rendered.join('\n');
  };

  function renderAt(place: Place, line: string) {
    const { html, after } = render(line, place.state);
    const found = { html, next: placeOf(after) };
    place.lines.set(line, found);
    cachedCount += 1;
    return found;
  }

  function placeOf(state: GrammarState | undefined): Place {
    const stack = state?.getInternalStack();
    const known = stack && places.find((place) => place.state?.getInternalStack()?.equals(stack));
    if (known) return known;
    const place = { state, lines: new Map() };
    places.push(place);
    return place;
  }
}
