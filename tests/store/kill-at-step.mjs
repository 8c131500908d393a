// Loaded with --import: kills the process before the file system call whose number is KILL_AT.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

let left = Number(process.env.KILL_AT);
for (const name of ['mkdirSync', 'copyFileSync', 'chmodSync', 'linkSync', 'fsyncSync', 'rmSync']) {
  const call = fs[name];
  fs[name] = (...args) => {
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
    return call(...args);
  };
}
syncBuiltinESMExports();
