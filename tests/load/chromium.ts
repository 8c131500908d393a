import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * The system's Chromium without a window, for programs that drive it over its debugging port.
 * @param profile empty folder
 * @throws when it ends before it says its port
 */
export async function startChromium(profile: string): Promise<{ debugPort: number; stop(): Promise<void> }> {
  const browser = spawn(
    'chromium',
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-extensions',
      '--no-first-run',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(browser, 'exit');
  for await (const line of createInterface(browser.stderr)) {
    const port = /^DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(line)?.[1];
    if (!port) continue;
    // Nobody reads on: what it says later must not fill the pipe.
    browser.stderr.resume();
    return {
      debugPort: Number(port),
      async stop() {
        browser.kill('SIGTERM');
        await ended;
      },
    };
  }
  throw new Error('Chromium ended before it was ready.');
}
