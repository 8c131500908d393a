import type { Server } from 'node:http';

/**
 * Resolves when the port answers.
 * @param about.setting names the port in the environment
 * @throws Error with one plain sentence
 */
export function listen(
  server: Server,
  about: { port: number; host: string; setting: string; reusePort?: boolean },
): Promise<void> {
  const { setting, ...options } = about;
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const sentence =
        cause.code === 'EADDRINUSE' ? `Port ${options.port} is taken: set ${setting} to another one.` : cause.message;
      reject(new Error(sentence, { cause }));
    });
    server.listen(options, resolve);
  });
}
