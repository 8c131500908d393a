import type { Words } from './en.ts';

export const starter: Words['starter'] = {
  tagline: (publisher) => `Artikel von ${publisher}, für Menschen und ihre Programme.`,
  included: {
    free: [
      'Jeder freie Artikel ganz, als Seite, als Markdown und als JSON, ohne Schlüssel.',
      'Titel, Beschreibung, Gliederung, Wortzahl und Vorschau jedes bezahlten Artikels.',
    ],
    paid: [
      'Ein bezahlter Artikel ganz, gekauft mit einer x402-Zahlung in einem Testnetz.',
      'Dies ist eine Demonstration mit Testgeld. Es wird nichts abgerechnet.',
    ],
    subscriber: [
      'Jeder bezahlte Artikel ganz, über die API, die Seiten und MCP, mit einem Demo-Schlüssel.',
      'Dies ist eine Demonstration: Der Schlüssel kommt sofort und kostet nichts.',
    ],
  },
};
