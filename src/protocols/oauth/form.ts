import { toErrorDescription } from './oauth-error.ts';

/** Parameters of a form or query. A parameter without a value counts as left out (RFC 6749 section 3.1). */
export interface FormParameters {
  get(name: string): string | undefined;
  /** @throws OauthError `invalid_request` when it was left out */
  read(name: string): string;
  /** Values of `resource`, the one parameter that may repeat (RFC 8707 section 2). */
  resources: readonly string[];
  names: readonly string[];
}

/**
 * @throws OauthError `invalid_request` when a parameter comes twice (RFC 6749 sections 3.1 and 3.2)
 */
export function readFormParameters(parameters: URLSearchParams): FormParameters {
  const given = [...parameters].filter(([, value]) => value !== '');
  const single = given.filter(([name]) => name !== 'resource');
  const values = new Map(single);
  if (values.size < single.length) throw toErrorDescription((words) => words.repeated);
  return {
    get: (name) => values.get(name),
    read(name) {
      const value = values.get(name);
      if (value === undefined) throw toErrorDescription((words) => words.missing(name));
      return value;
    },
    resources: given.flatMap(([name, value]) => (name === 'resource' ? [value] : [])),
    names: [...values.keys()],
  };
}

/** @param text an application/x-www-form-urlencoded body */
export function readFormBody(text: string): FormParameters {
  return readFormParameters(new URLSearchParams(text));
}
