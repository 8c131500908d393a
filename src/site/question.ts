import { ServiceError } from '../core/service-error.ts';

/** Maximum length of a question, in UTF-16 code units. */
const maxLength = 1_000;

/**
 * Reads the question in `q` and cuts it to the length that the API accepts, but never within a character: half of one
 * cannot be encoded in a URL.
 */
export function readQuestion({ searchParams }: Pick<URL, 'searchParams'>): string {
  const cut = (searchParams.get('q') ?? '').slice(0, maxLength);
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trim();
}

/**
 * The question in `ask`.
 * @throws ServiceError invalid_request when it is missing, blank, too long or given twice
 */
export function readArticleQuestion({ searchParams }: Pick<URL, 'searchParams'>): string {
  const given = searchParams.getAll('ask');
  const question = given[0]?.trim() ?? '';
  if (given.length !== 1) throw new ServiceError('invalid_request', 'Send `ask` once.');
  if (question === '') throw new ServiceError('invalid_request', '`ask` is blank: write a question in it.');
  if (question.length > maxLength || !question.isWellFormed())
    throw new ServiceError('invalid_request', '`ask` must be text of at most 1,000 characters.');
  return question;
}
