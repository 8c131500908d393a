import './plain-errors.ts';

import { publicationFolder } from '../library/read-publication.ts';
import { migrations } from './upgrade/migrations.ts';
import { migratePublication } from './upgrade/run-migrations.ts';

/** The second half of `npm run upgrade`. The merged software runs it, because it knows which keys were renamed. */
const { changed, messages, warnings } = await migratePublication(publicationFolder(process.env).root, migrations);
const lines = [
  ...messages,
  ...changed.map((path) => `  changed ${path}`),
  ...warnings,
  warnings.length > 0
    ? 'Follow the instructions above, then: npm install && npm run check:content'
    : 'Next: npm install && npm run check:content && npm start. Look at git diff, and commit.',
];
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = warnings.length > 0 ? 1 : 0;
