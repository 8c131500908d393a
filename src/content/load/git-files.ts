import { spawn } from 'node:child_process';

/**
 * The environment of git in a folder. Git tells its hooks where their repository is, and not where its files begin: a
 * build that a hook starts would find another history, or none.
 */
export function gitEnvironment(): NodeJS.ProcessEnv {
  const { GIT_DIR: _, GIT_INDEX_FILE: __, GIT_PREFIX: ___, ...outsideHooks } = process.env;
  return process.env.GIT_WORK_TREE ? process.env : outsideHooks;
}

export type GitFiles = ReturnType<typeof openGitFiles>;

/**
 * Reads files of earlier commits: one process for all of them, since starting one takes as long as compiling an
 * article.
 * @param folder the paths are relative to it
 */
export function openGitFiles(folder: string) {
  let reader: ReturnType<typeof start> | undefined;
  return {
    /** @returns the file as it was; undefined when the commit does not have it */
    read(commit: string, path: string): Promise<string | undefined> {
      reader ??= start(folder);
      return reader.read(`${commit}:./${path}`);
    },
    close(): void {
      reader?.close();
    },
  };
}

/**
 * The protocol of `git cat-file --batch`: a line with id, type and size before each file, and a line break after it.
 */
function start(folder: string) {
  const child = spawn('git', ['cat-file', '--batch'], {
    cwd: folder,
    env: gitEnvironment(),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting: ((text: string | undefined) => void)[] = [];
  let pieces: Buffer[] = [];
  let missingBytes = 0;

  /** Takes every file that is complete from what has arrived. */
  function take(): void {
    let bytes = Buffer.concat(pieces);
    missingBytes = 0;
    for (let headEnd = bytes.indexOf('\n'); headEnd >= 0; headEnd = bytes.indexOf('\n')) {
      const [, type, size] = bytes.toString('utf8', 0, headEnd).split(' ');
      const length = type === 'blob' ? Number(size) : undefined;
      const end = headEnd + 1 + (length === undefined ? 0 : length + 1);
      missingBytes = Math.max(0, end - bytes.length);
      if (missingBytes > 0) break;
      waiting.shift()?.(length === undefined ? undefined : bytes.toString('utf8', headEnd + 1, end - 1));
      bytes = bytes.subarray(end);
    }
    pieces = [bytes];
  }

  child.stdout.on('data', (piece: Buffer) => {
    pieces.push(piece);
    missingBytes -= piece.length;
    if (missingBytes <= 0) take();
  });
  // History is empty without git.
  const giveUp = () => {
    for (const resolve of waiting.splice(0)) resolve(undefined);
  };
  child.on('error', giveUp);
  child.on('close', giveUp);
  child.stdin.on('error', giveUp);
  return {
    read: (name: string) =>
      new Promise<string | undefined>((resolve) => {
        if (child.exitCode !== null) return resolve(undefined);
        waiting.push(resolve);
        // One write for all that are requested at once.
        if (child.stdin.writableCorked === 0) {
          child.stdin.cork();
          process.nextTick(() => child.stdin.uncork());
        }
        child.stdin.write(`${name}\n`);
      }),
    close: () => child.stdin.end(),
  };
}
