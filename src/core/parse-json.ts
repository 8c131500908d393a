import { ServiceError } from './service-error.ts';

/**
 * A body that is to be JSON, whichever protocol it belongs to.
 * @throws ServiceError invalid_json, with the place of the mistake
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ServiceError('invalid_json', cause instanceof Error ? `${cause.message}.` : undefined, { cause });
  }
}

/** @returns undefined for what is not JSON */
export function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
