import { workerData } from 'node:worker_threads';
import { type SpellingFile, writeSpellingsAtOnce } from './write-spellings.ts';

/** The thread of `writeSpellings`. */
const file: SpellingFile = workerData;
writeSpellingsAtOnce(file);
