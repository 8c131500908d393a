import type { record as english } from './en-record.ts';

export const record: typeof english = {
  title: 'Was sich prüfen lässt',
  about: 'Berichtigungen mit Datum, Rücknahmen mit Begründung und die Programme, die die Zahlen neu berechnen.',
  scripts: 'Programme zum Nachrechnen',
  retractions: 'Rücknahmen',
  none: 'Keine.',
  scriptsRun: (count) => [count === 1 ? 'Programm' : 'Programme', 'zum Nachrechnen, jeweils mit einem Befehl.'],
  correctionsIn: (count, articles) => [
    count === 1 ? 'Berichtigung' : 'Berichtigungen',
    `in ${articles.toLocaleString('de')} Artikeln, mit Datum und dem, was falsch war.`,
  ],
  retractionsStand: (count) => [
    count === 1 ? 'Rücknahme' : 'Rücknahmen',
    'mit der Begründung über dem Text, der stehen bleibt.',
  ],
};
