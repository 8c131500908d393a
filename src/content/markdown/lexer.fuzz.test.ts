import fc from 'fast-check';
import { Marked, type Token } from 'marked';
import { expect, test } from 'vitest';
import { decodeReferences } from '../../library/character-references.ts';
import { createSyntax, lexMarkdown } from './lexer.ts';

// biome-ignore format: a list
const pieces = [
  'word ', 'and', '. ', ', ', "don't ", '"so"', '(a) ', '! ', '!', '![', '[', ']', '](x)', '*', '**', '_', '__', 'a_b',
  '~', '~~', '`', '``', '\\', '\\\n', '  \n', ' \n', '\n', '\n\n', '<', '<b>', '</b>', '<https://a.b>', 'https://a.b',
  'http', 'ftp://a.b/c ', 'WWW.a.b', 'www.a.b', '(www.a.b)', 'a@b.cc', '@', 'mailto:a@b.cc', 'xmpp:', ':', '&', '&amp;',
  '&lt', '$x$', '$5 ', '[^a]', '[^a]: note\n', '[@key]', '> ', '- ', '# ', '| a | b |\n|--|--|\n', 'é', '漢字', '😀', '\t',
];

/** As it is read: marked escapes some texts and not others, which `decodeReferences` undoes. */
function plain(tokens: Token[]): unknown {
  return JSON.parse(JSON.stringify(tokens), (key, value) => (key === 'text' ? decodeReferences(String(value)) : value));
}

test('running text that is taken at once gives the tokens that marked gives by itself', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), fc.boolean(), (parts, hasMath) => {
      const text = parts.join('');
      const alone = new Marked({ gfm: true, extensions: createSyntax({ hasMath }) }).lexer(text);
      expect(plain(lexMarkdown(text, { hasMath }))).toEqual(plain(alone));
    }),
    { numRuns: 5_000 },
  );
});
