import './plain-errors.ts';

import { publicationFolder } from '../library/read-publication.ts';
import { migrations } from './upgrade/migrations.ts';
import { migratePublication } from './upgrade/run-migrations.ts';

/** Second half of `npm run upgrade`, run by the software that was just merged: it knows which keys were renamed. */
const { changed, said, left } = await migratePublication(publicationFolder(process.env).root, migrations);
const told = [
  ...said,
  ...changed.map((path) => `  changed ${path}`),
  ...left,
  left.length > 0
    ? 'Follow the instructions above, then: npm install && npm run check:content'
    : 'Next: npm install && npm run check:content && npm start. Look at git diff, and commit.',
];
process.stdout.write(`${told.join('\n')}\n`);
process.exitCode = left.length > 0 ? 1 : 0;
