import { execFileSync } from 'node:child_process';

/** Runs git in a folder as somebody, whatever this machine's settings are. @returns what it prints */
export function git(folder: string, ...args: string[]): string {
  const settings = ['user.name=T', 'user.email=t@example.org', 'commit.gpgsign=false', 'init.defaultBranch=main'];
  const given = settings.flatMap((setting) => ['-c', setting]);
  return execFileSync('git', [...given, ...args], { cwd: folder, encoding: 'utf8' }).trim();
}
