import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkers, notAsked } from './agent-checkers.ts';
import { startMeasured } from './serve-process.ts';

/**
 * Starts what `npm run build` made, at the address it was made for, and asks every installed checker of what agents
 * read. Ends with 1 when one is below what is accepted: 100 of agent-readiness and afdocs, no broken link or fragment,
 * 1.0 of Lighthouse's agentic browsing, of Vercel's checks all but the two that other specifications forbid; and where
 * they were fetched, at least 97 of a14y and no warning of the W3C feed validator.
 */
const port = process.env.PORT ?? '4321';
const base = process.env.BASE_URL ?? `http://localhost:${port}`;
const dataDir = await mkdtemp(join(tmpdir(), 'quire-agents-'));
const env = {
  PORT: port,
  BASE_URL: base,
  DATA_DIR: dataDir,
  LOG_LEVEL: 'warn',
  RATE_LIMIT_PER_MINUTE: '1000000',
};

const rows: Record<string, string>[] = [];
const failures: string[] = [];
try {
  const service = await startMeasured({ args: ['src/server/main.ts'], readyUrl: `${base}/readyz`, env });
  try {
    for (const [checker, check] of Object.entries(checkers)) {
      const { score, failed, isAccepted } = await check(base);
      rows.push({ checker, score, accepted: isAccepted ? 'yes' : 'NO', 'took points': String(failed.length) });
      failures.push(...failed.map((line) => `${checker}: ${line}`));
      if (!isAccepted) process.exitCode = 1;
    }
  } finally {
    await service.stop();
  }
} finally {
  await rm(dataDir, { recursive: true });
}
for (const [checker, reason] of Object.entries(notAsked)) rows.push({ checker, score: `not asked: ${reason}` });
console.table(rows);
for (const line of failures) process.stdout.write(`${line}\n`);
