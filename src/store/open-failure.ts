import { dirname } from 'node:path';

const damaged = new Set([11, 26]); // SQLITE_CORRUPT, SQLITE_NOTADB: sqlite.org/rescode.html
const full = new Set([13]); // SQLITE_FULL
const unwritable = new Set([3, 8, 14]); // SQLITE_PERM, SQLITE_READONLY, SQLITE_CANTOPEN
const busy = new Set([5]); // SQLITE_BUSY

/**
 * Explains in one sentence why a state file cannot be opened and what to do.
 * @param cause the error of SQLite or of the file system
 * @param path the path of the file
 */
export function describeOpenFailure(cause: unknown, path: string): string {
  const { code, errcode } = readCodes(cause);
  const elsewhere = 'or set DATA_DIR to another folder';
  if (damaged.has(errcode)) {
    return `The state file ${path} is damaged: restore it from a backup, or move it and the files beside it (-wal, -shm) away to start without subscriptions.`;
  }
  if (busy.has(errcode)) return `The state file ${path} is locked by another program: end that one, ${elsewhere}.`;
  if (code === 'EISDIR') return `The state file ${path} is a folder: remove it, or name another file in STORE_URL.`;
  if (code === 'ENOTDIR' || code === 'EEXIST') return `${dirname(path)} is not a folder: set DATA_DIR to one.`;
  if (code === 'ENOSPC' || full.has(errcode)) {
    return `The disk of the state file ${path} is full: free some space, ${elsewhere}.`;
  }
  if (['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(code) || unwritable.has(errcode)) {
    return `The state file ${path} cannot be written: give this user its folder, ${elsewhere}.`;
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return `The state file ${path} cannot be opened (${reason}): see to its disk, ${elsewhere}.`;
}

/** The code of the file system; of SQLite the low byte, which all variants of one failure share. */
function readCodes(cause: unknown): { code: string; errcode: number } {
  if (!(cause instanceof Error)) return { code: '', errcode: 0 };
  return {
    code: 'code' in cause ? String(cause.code) : '',
    errcode: 'errcode' in cause ? Number(cause.errcode) & 0xff : 0,
  };
}
