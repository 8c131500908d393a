import type { Readable } from 'node:stream';
import { ConfigError } from '../library/config-error.ts';

/** An object as a list shows it. */
export interface StoredObject {
  name: string;
  bytes: number;
  /** Epoch milliseconds, by the clock of the server. */
  writtenAt: number;
}

/**
 * A place for objects, each of which is there completely or not at all. Names are paths with forward slashes.
 * Every method throws a `StoreFailure`.
 */
export interface ObjectStore {
  /** Its URL without secrets, for messages. */
  url: string;
  /**
   * @param prefix beginning of the names
   * @param after only names behind this one; the complete name, in the order of code units
   * @returns in the order of their names
   */
  list(prefix: string, after?: string): AsyncIterable<StoredObject>;
  /** @returns undefined when the object does not exist */
  get(name: string): Promise<Readable | undefined>;
  /**
   * Copies a file to an object, and replaces what has this name.
   * @param about.digest SHA-256 of the file in hex: a server that can verify it does
   */
  putFile(name: string, about: { path: string; digest: string }): Promise<void>;
  /**
   * Creates an object if none has this name. Of several calls at once, exactly one creates it.
   * @returns false when the name is taken
   */
  create(name: string, text: string): Promise<boolean>;
  /** Removes an object if it exists. */
  remove(name: string): Promise<void>;
  close(): void;
}

/** Why the store cannot do something: one sentence for an operator. */
export class StoreFailure extends ConfigError {
  /** The same call may succeed later: the server or the network is away. */
  readonly isTransient: boolean;

  constructor(message: string, { isTransient = false, cause }: { isTransient?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isTransient = isTransient;
  }
}
