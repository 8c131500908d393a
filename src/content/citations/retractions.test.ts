import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOfTest } from '../../../tests/support/folders.ts';
import { withoutMemo } from '../../library/part-cache.ts';
import type { Problem } from '../load/problems.ts';
import { openBibliographies } from './bibliographies.ts';
import { readRetractions } from './retractions.ts';

const csv = [
  '\uFEFFRecord ID,Title,RetractionDate,RetractionDOI,OriginalPaperDOI,RetractionNature,Reason',
  '1,"A ""quoted"" title, with a comma",2/6/2010 0:00,10.1/r,10.1016/S0140-6736(97)11096-0,Retraction,+Fraud;',
  '2,Concern,1/1/2024 0:00,,10.5555/Concern,Expression of concern,',
  '3,Only corrected,1/1/2024 0:00,,10.5555/corrected,Correction,',
  '4,Out and back,1/1/2020 0:00,,10.5555/back,Retraction,',
  '5,Out and back,1/1/2022 0:00,,10.5555/back,Reinstatement,',
  '6,No DOI,1/1/2020 0:00,,unavailable,Retraction,',
].join('\r\n');

function writeFiles(text: string) {
  const path = join(folderOfTest(), 'retractions.csv');
  writeFileSync(path, text);
  return path;
}

it('knows retracted works and those under concern, and no others', () => {
  expect([...(readRetractions(writeFiles(csv))?.retractions ?? [])]).toEqual([
    ['10.1016/s0140-6736(97)11096-0', { nature: 'Retraction', date: '2/6/2010' }],
    ['10.5555/concern', { nature: 'Expression of concern', date: '1/1/2024' }],
  ]);
});

it('names the columns that a file lacks, and needs no file', () => {
  expect(readRetractions(writeFiles('a,b\n1,2\n'))?.missing).toContain('OriginalPaperDOI');
  expect(readRetractions(join(folderOfTest(), 'nothing.csv'))).toBeUndefined();
});

it('reports a cited work at its entry in the bibliography', async () => {
  const problems: Problem[] = [];
  const bibliographies = openBibliographies({
    memo: withoutMemo,
    settings: {},
    problems,
    retractionFile: writeFiles(csv),
  });
  const path = join(folderOfTest(), 'a.bib');
  const entry = (key: string, doi: string) =>
    `@article{${key},\n author = {Roe, Jane}, title = {T}, journal = {J}, year = {1998}, doi = {${doi}}\n}\n`;
  writeFileSync(
    path,
    `${entry('sound', '10.5555/sound')}${entry('fraud', 'https://doi.org/10.1016/s0140-6736(97)11096-0')}`,
  );
  const read = await bibliographies.read({ path, file: 'content/articles/a.bib' });
  read?.use(new Set(['sound', 'fraud']), false);
  bibliographies.report();
  expect(problems.filter(({ rule }) => rule === 'reference-retracted')).toMatchObject([
    { file: 'content/articles/a.bib', line: 4, message: expect.stringContaining('fraud') },
  ]);
});
