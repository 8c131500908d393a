import { createHash } from 'node:crypto';

/** @returns `sha-256=<hex>`. */
export function digest(text: string): string {
  return `sha-256=${createHash('sha256').update(text).digest('hex')}`;
}
