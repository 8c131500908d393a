import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hostile, newClient, ordinary, send } from './hostile-mix.ts';
import { median, readRssMb, startService } from './serve-process.ts';
import { hold, slowBody, slowHeaders, unreadStreams } from './slow-clients.ts';

/**
 * Is memory flat while everybody misbehaves? The service as it is shipped, with its own limits, under a mix of hostile
 * and ordinary requests from ever new addresses, slow heads and bodies, and streams that nobody reads. Fails when
 * resident memory at the end is 5 % over what it was after the warm-up (medians of a tenth of the time each), or when
 * anything is answered with 5xx. Needs a build for the port: `PORT=4321 npm run build` (RELEASE_DIR as for the server).
 * `--minutes 30 --warm 10 --lanes 12`
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    warm: { type: 'string', default: '10' },
    lanes: { type: 'string', default: '12' },
  },
});
const minuteMs = 60_000;
const [warmMs, restMs] = [Number(values.warm) * minuteMs, Number(values.minutes) * minuteMs];
const port = Number(process.env.PORT ?? '4321');
const folder = await mkdtemp(join(tmpdir(), 'quire-soak-'));
const service = await startService({ port, folder, env: { NODE_ENV: 'production', LOG_LEVEL: 'warn' } });

const questions = [...Object.entries(hostile), ...Object.entries(ordinary)];
const outcomes = new Map<string, number>();
const failed = new Map<string, number>();
const samples: { at: number; mb: number }[] = [];
const startedAt = performance.now();
const endAt = startedAt + warmMs + restMs;
const count = (map: Map<string, number>, name: string) => map.set(name, (map.get(name) ?? 0) + 1);
const addresses = Array.from({ length: 20 }, (_, index) => `127.0.1.${index + 1}`);
const held = await Promise.all([
  hold({ port, count: 100, addresses, behave: slowHeaders }),
  hold({ port, count: 100, addresses, behave: slowBody }),
  hold({ port, count: 200, addresses, behave: unreadStreams }),
]);
const sampling = setInterval(() => {
  const at = performance.now() - startedAt;
  samples.push({ at, mb: readRssMb(service.pid) });
  if (samples.length % 12 === 0) {
    const request = [...outcomes.values()].reduce((sum, one) => sum + one, 0);
    process.stdout.write(`${Math.round(at / minuteMs)} min: ${samples.at(-1)?.mb} MB, ${request} requests\n`);
  }
}, 5_000);

/** What is kept is full first: until then memory has to grow. */
const filling = questions.filter(([name]) => /question|list page/.test(name));

/** A caller stays for a hundred questions, then comes another. */
async function lane() {
  while (performance.now() < endAt) {
    const client = newClient();
    for (let request = 0; request < 100 && performance.now() < endAt; request += 1) {
      const some = performance.now() - startedAt < warmMs / 2 ? filling : questions;
      const [name = '', make] = some[Math.floor(Math.random() * some.length)] ?? [];
      if (!make) continue;
      const outcome = await send(port, make(), client);
      count(outcomes, outcome);
      if (/^5/.test(outcome)) count(failed, `${outcome} to ${name}`);
    }
    client.destroy();
  }
}

await Promise.all(Array.from({ length: Number(values.lanes) }, lane));
clearInterval(sampling);
for (const one of held) one.release();
const between = (from: number, to: number) =>
  median(samples.filter(({ at }) => at >= from && at <= to).map(({ mb }) => mb));
const before = between(warmMs, warmMs + restMs / 10);
const after = between(warmMs + restMs * 0.9, warmMs + restMs);
const growth = (after / before - 1) * 100;
process.stdout.write(`${JSON.stringify([...outcomes].sort())}\n${JSON.stringify([...failed])}\n`);
process.stdout.write(`${before} MB after the warm-up, ${after} MB at the end: ${growth.toFixed(1)} %\n`);
await service.stop();
await rm(folder, { recursive: true });
process.exitCode = growth < 5 && failed.size === 0 ? 0 : 1;
