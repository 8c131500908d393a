import type { planTable as english } from './en-plans.ts';

/** See en-plans.ts. */
export const planTable: typeof english = {
  price: 'Preis',
  rows: [
    { name: 'Freie Artikel', cells: ['ganz', 'ganz', 'ganz'] },
    { name: 'Bezahlte Artikel', cells: ['Gliederung und Vorschau', 'der gekaufte, ganz', 'alle, ganz'] },
    { name: 'Deren Abbildungen, Daten und PDF', cells: ['in der Vorschau', 'des gekauften', 'von allen'] },
    { name: 'Seiten, JSON-API und MCP', cells: ['freie Texte', 'dazu der gekaufte', 'alle Texte'] },
    { name: 'Suche und /ask', cells: ['freie Texte', 'freie Texte', 'auch bezahlte Texte'] },
    { name: 'Sie senden', cells: ['nichts', 'eine x402-Zahlung', 'einen Probeschlüssel'] },
    { name: 'Beleg', cells: ['nein', 'mit dem Kauf', 'auf Wunsch'] },
    {
      name: '[Anfragen zählen](/developers/requests)',
      cells: ['je Adresse', 'je Adresse', 'je Schlüssel'],
    },
  ],
};
