import type { Words } from './en.ts';

const columns: Readonly<Record<string, string>> = {
  week: 'Woche',
  article: 'Artikel',
  title: 'Titel',
  section: 'Abschnitt',
  agent: 'Agent',
  reads: 'Lesungen',
  persons: 'Browser',
  agents: 'Programme',
  previews: 'Vorschauen',
  sections: 'Abschnitte',
  unpaid: 'Angebote (402)',
  unsold: 'Ohne Verkauf',
  sales: 'Verkäufe',
  revenue: 'Erlös',
  subscriptions: 'Abonnements',
  quotes: 'Geprüfte Zitate',
  price: 'Preis',
  percent: 'Verkäufe je 100 Angebote',
};

/** Words of the owner's page. */
export const owner: Words['owner'] = {
  title: 'Was Leser taten',
  about: 'Lesungen, Verkäufe und Fragen der letzten Wochen. Nichts davon betrifft einen einzelnen Leser.',
  privacy:
    'Jede Zahl ist auf ein Vielfaches von fünf abgerundet, und kleinere Gruppen sind zusammengefasst. Wer Do Not Track oder Global Privacy Control sendet, wird nicht gezählt, außer bei einem Kauf.',
  none: 'Noch nichts.',
  others: 'Artikel mit jeweils weniger als 5',
  reads: 'Lesungen',
  persons: 'Browser',
  agents: 'Programme',
  sales: 'Verkäufe',
  revenue: 'Erlös',
  unsold: 'Angebote ohne Verkauf',
  quotes: 'Geprüfte Zitate',
  readsByWeek: 'Lesungen je Woche',
  salesByWeek: 'Verkäufe je Woche',
  mostInAWeek: (count) => `Stärkste Woche: ${count.toLocaleString('de')}`,
  columns,
  tables: {
    weeks: 'Wochen',
    articles: 'Artikel',
    sections: 'Wo Leser aufhören',
    prices: 'Wirkung einer Preisänderung',
    agents: 'Agenten mit Namen',
    questions: 'Fragen',
  },
  tablesAbout: {
    weeks: 'Wochen nach ISO 8601, in UTC.',
    articles: 'Die meistgelesenen zuerst.',
    sections:
      'Einzeln gelesene Abschnitte in der Reihenfolge des Textes. Wie weit jemand eine Seite rollt, wird nicht festgehalten.',
    prices: 'Angebote und Verkäufe von Artikeln, die mehr als einen Preis hatten.',
    agents: 'Programme, die ihre Anfragen unterschreiben.',
    questions: '',
  },
  questionsAbout:
    'Fragen, die mindestens drei Aufrufer mit denselben Wörtern stellten, nach dem Abschnitt, den die Suche findet. Die Zeilen unter einer Frage gehören in den Kopf dieses Artikels, wenn er die Antwort enthält.',
  asked: (asked, unanswered) =>
    `${asked.toLocaleString('de')}-mal gestellt, davon ${unanswered.toLocaleString('de')}-mal ohne wahrscheinliche Antwort.`,
  confidences: {
    sure: 'Heute ist die Suche ihrer Antwort sicher.',
    likely: 'Heute findet die Suche eine wahrscheinliche Antwort.',
    weak: 'Heute findet die Suche nur eine schwache Antwort.',
    none: 'Heute findet die Suche nichts.',
  },
  alsoWorded: 'Auch so gefragt:',
  nearest: 'Nächster Abschnitt:',
};
