import { describe, expect, it } from 'vitest';
import { preferredType } from './accept.ts';

const page = ['text/html', 'text/markdown'];

describe('the preferred media type', () => {
  it.each([
    [null, 'text/html'],
    ['*/*', 'text/html'],
    ['', 'text/html'],
    ['markdown', 'text/html'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
    ['text/markdown', 'text/markdown'],
    ['text/markdown;q=0.4, text/html;q=0.3', 'text/markdown'],
    ['text/*', 'text/html'],
    ['text/html;q=0, */*', 'text/markdown'],
    ['TEXT/MARKDOWN; charset=utf-8', 'text/markdown'],
  ])('for %s is %s', (accept, wanted) => {
    expect(preferredType(accept, page)).toBe(wanted);
  });

  it('is none when nothing that can be made is accepted', () => {
    expect(preferredType('image/png', page)).toBeUndefined();
    expect(preferredType('*/*;q=0', page)).toBeUndefined();
  });

  it('is read from a hundred types, so that a header of thousands costs no more', () => {
    expect(preferredType(`${'image/png,'.repeat(99)}text/markdown`, page)).toBe('text/markdown');
    expect(preferredType(`${'image/png,'.repeat(100)}text/markdown`, page)).toBeUndefined();
  });
});
