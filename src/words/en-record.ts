const many = (count: number, one: string, several: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : several}`;

export const record = {
  title: 'What you can check',
  about:
    'Corrections with their dates, retractions with their reasons, and the scripts that compute the numbers again.',
  scripts: 'Scripts that run again',
  retractions: 'Retractions',
  none: 'None.',
  scriptsRun: (count: number): [string, string] => [
    count === 1 ? 'script' : 'scripts',
    'that compute the numbers of the articles again, each with one command.',
  ],
  correctionsIn: (count: number, articles: number): [string, string] => [
    count === 1 ? 'correction' : 'corrections',
    `in ${many(articles, 'article', 'articles')}, each with its date and what was wrong.`,
  ],
  retractionsStand: (count: number): [string, string] => [
    count === 1 ? 'retraction' : 'retractions',
    'left in place, with the reason above the text.',
  ],
};
