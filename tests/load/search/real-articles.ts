import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Searchable } from '../../../src/search/engine.ts';
import { findMissing, readCollection } from './collection.ts';
import { createRandom } from './synthetic-articles.ts';

const beside = resolve(import.meta.dirname, '../../../../shared/collections');
const sectionsOfArticle = 5;
/** Rare names that each section adds, because a collection that is used again and again has no new words. */
const namesOfSection = 2;

/** The collections of a folder, by default the one beside the project, that are complete. */
export function listCollections(folder = beside): string[] {
  const folders = ['cranfield', 'scifact-train', 'cisi', 'cacm'].map((name) => join(folder, name));
  return folders.filter((folder) => existsSync(folder) && findMissing(folder).length === 0);
}

/**
 * Articles of about 900 words whose sections are abstracts of some collections, chosen at random, and the questions of
 * these collections, of which some are as long as an abstract. The same ones for the same count.
 * @returns functions that write one article each, because 100,000 of them would take more memory than their index
 */
export function createRealArticles(folders: readonly string[], count: number) {
  const collections = folders.map(readCollection);
  const documents = collections.flatMap((collection) => collection.documents);
  const random = createRandom(7);
  const draw = () => documents[Math.floor(random() * documents.length)] ?? { id: '', title: '', text: '' };
  const name = () =>
    `${Math.floor(random() * 1e9)
      .toString(36)
      .replaceAll(/\d/g, 'x')}q`;
  const articles = Array.from({ length: count }, (_, number) => {
    const sections = Array.from({ length: sectionsOfArticle }, draw);
    const names = sections.map(() => Array.from({ length: namesOfSection }, name).join(' '));
    return (): Searchable => ({
      slug: `article-${number}`,
      title: sections[0]?.title ?? '',
      description: sections[1]?.title ?? '',
      tags: [],
      authors: [`Author ${number % 500}`],
      questions: [],
      sections: sections.map(({ title, text }, at) => ({
        id: `section-${at}`,
        heading: title,
        text: `${text} ${names[at]}.`,
      })),
    });
  });
  // Questions of one collection follow each other; those of all take turns.
  const questions = collections
    .flatMap((collection) => collection.questions.map(({ text }) => text))
    .map((text) => ({ text, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ text }) => text);
  return { articles, questions };
}
