import { citationFile } from '../_data/citation-file.ts';

export const prerender = false;
export const GET = citationFile({
  type: 'application/x-research-info-systems; charset=utf-8',
  write: ({ ris }) => ris,
});
