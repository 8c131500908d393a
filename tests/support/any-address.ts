import { randomInt } from 'node:crypto';

/** One of this machine (127.0.0.0/8) that hardly anybody else has. */
export function anyAddress(): string {
  return `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
}
