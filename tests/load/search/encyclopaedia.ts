import type { Collection } from './collection.ts';
import { createRandom } from './synthetic-articles.ts';

const subjects = 300;
const syllables = [
  'bar',
  'cel',
  'dor',
  'fen',
  'gal',
  'hul',
  'jor',
  'kem',
  'lin',
  'mor',
  'nep',
  'pol',
  'rud',
  'sten',
  'tav',
  'vir',
];
const kinds = ['syndrome', 'disease', 'deficiency', 'dysplasia'];

/**
 * What an encyclopaedia of diseases says of each: a question, and sentences of an entry that answers it. Nearly all
 * entries have the words of the questions (cause, treatment, inherited, affected, symptoms), and many repeat the name
 * of their subject; `~` stands for it.
 */
const aspects: readonly { question: string; sentences: readonly string[] }[] = [
  {
    question: 'What are the treatments for ~?',
    sentences: [
      'Treatments ease the complaints, since the cause cannot be removed.',
      'The treatment depends on age and begins with physiotherapy.',
      'These addresses help with ~: register of ~, association of families with ~.',
      'Surgery is the treatment of last resort in severe cases.',
      'Affected children are seen by a specialist twice a year.',
    ],
  },
  {
    question: 'Is ~ inherited?',
    sentences: [
      'The condition is inherited in an autosomal recessive pattern, so both copies of the gene carry a change.',
      'Each parent carries one copy and shows no symptoms of the disease.',
      'New mutations explain those cases in which nothing was inherited.',
      'In some families ~ skips a generation.',
      'A test before birth tells whether a child is affected.',
    ],
  },
  {
    question: 'How many people are affected by ~?',
    sentences: [
      'The frequency of ~ is unknown.',
      '~ is rare.',
      'About one in 40,000 newborns has ~, and more people may be affected than are known.',
      'Some hundred people have been described since the cause was found.',
      'Boys with ~ are diagnosed before girls with ~.',
    ],
  },
  {
    question: 'What causes ~?',
    sentences: [
      'Changes in one gene cause ~.',
      'The gene provides instructions for a protein that cells need to divide.',
      'A shortage of the protein causes the signs that are typical of the disease.',
      'Why some people are affected early and others late is not understood.',
      'Other causes are discussed where no change of the gene is found.',
    ],
  },
  {
    question: 'What are the symptoms of ~?',
    sentences: [
      'The first symptoms appear in early childhood: weakness, fever and a slow gait.',
      '~ affects muscles and joints, and in ~ of late onset the heart.',
      'People with ~ tire soon, and some symptoms of ~ resemble those of other inherited diseases.',
      'Symptoms become milder with treatment.',
      'Hearing and sight are affected in one person out of five.',
    ],
  },
];

/**
 * An encyclopaedia of made-up diseases, five entries each under the same title, and a question about every second
 * entry; the same each time.
 */
export function createEncyclopaedia(): Collection {
  const random = createRandom(13);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  const documents: Collection['documents'] = [];
  const questions: Collection['questions'] = [];
  for (let subject = 0; subject < subjects; subject++) {
    const name = `${capitalise([1, 2, 3].map(() => pick(syllables)).join(''))} ${pick(kinds)}`;
    for (const [aspect, { question, sentences }] of aspects.entries()) {
      const id = `${subject}-${aspect}`;
      const said = sentences.filter((_, at) => at === 0 || random() < 0.6);
      documents.push({ id, title: name, text: said.join(' ').replaceAll('~', name) });
      if ((subject + aspect) % 2 === 0)
        questions.push({
          text: question.replace('~', name),
          judged: new Map([[id, { gain: 1, sections: new Set<string>() }]]),
        });
    }
  }
  return { documents, questions };
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
