import { ServiceError } from '../../core/service-error.ts';
import type { Urls } from '../../core/urls.ts';
import { preferredType } from '../../protocols/accept.ts';
import { jsonAnswer } from '../../protocols/answer.ts';
import { toWireError } from '../../protocols/wire-error.ts';
import { toWebResponse } from '../socket/web-response.ts';

/** What a page with a markdown twin is made as; HTML for who does not mind. */
const pageTypes = ['text/html', 'text/markdown'] as const;

export const pageVary = 'Accept, Accept-Encoding';

/** Which form of a page does an Accept header prefer? undefined: neither will do. */
export function choosePageType(accept: string | null): (typeof pageTypes)[number] | undefined {
  const wanted = preferredType(accept, pageTypes);
  return pageTypes.find((type) => type === wanted);
}

/** 406 for a page (RFC 9110 section 15.5.7), in JSON: who asks like this is a program. */
export function refusePageType(urls: Urls): Response {
  const error = new ServiceError('not_acceptable', `Made here: ${pageTypes.join(', ')}.`);
  const headers = { 'cache-control': 'no-store', vary: pageVary };
  return toWebResponse(jsonAnswer({ error: toWireError(error, urls) }, { status: error.status, headers }));
}
