import { citationFile } from '../_data/citation-file.ts';

export const prerender = false;
export const GET = citationFile({
  type: 'application/vnd.citationstyles.csl+json',
  write: ({ csl }) => JSON.stringify([csl], null, 2),
});
