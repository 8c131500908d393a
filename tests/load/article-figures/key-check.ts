/**
 * What one check of an API key costs, and whether a damaged key ever passes.
 * Quoted in content/articles/keys-that-prove-themselves.md. Run: node tests/load/article-figures/key-check.ts
 */
import { createHash, createHmac, createSecretKey, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { cpuMicroseconds, median, report } from './machine.ts';

const storedKeys = 100_000;
const rounds = 9;
const checksPerRound = 20_000;
const tagBytes = 16;
const claims = 'quire_demo_01a3f00211c0ffee556677036742c0de';

const secretBytes = randomBytes(32);
const secretKey = createSecretKey(secretBytes);
const secretText = secretBytes.toString('hex');

const folder = mkdtempSync(join(tmpdir(), 'key-check-'));
const database = new DatabaseSync(join(folder, 'keys.db'));
database.exec('PRAGMA journal_mode=WAL; CREATE TABLE keys(digest BLOB PRIMARY KEY, id TEXT) WITHOUT ROWID; BEGIN');
const insert = database.prepare('INSERT INTO keys VALUES (?, ?)');
const digests = new Map<string, string>();
for (let i = 0; i < storedKeys; i++) {
  const digest = createHash('sha256').update(`stored-${i}`).digest();
  insert.run(digest, String(i));
  digests.set(digest.toString('hex'), String(i));
}
database.exec('COMMIT');
const find = database.prepare('SELECT id FROM keys WHERE digest = ?');
const verified = new Map(Array.from({ length: 1000 }, (_, i) => [`stored-${i}`, i]));

const tagOf = {
  keyObject: createHmac('sha256', secretKey).update(claims).digest().subarray(0, tagBytes),
  text: createHmac('sha256', secretText).update(claims).digest().subarray(0, tagBytes),
};

const checks: Record<string, (i: number) => boolean> = {
  'cache of verified keys (Map)': (i) => verified.has(`stored-${i % 1000}`),
  'SHA-256 + Map of 100,000 digests': (i) => digests.has(hash('sha256', `stored-${i % storedKeys}`)),
  'HMAC-SHA256, KeyObject': () =>
    timingSafeEqual(createHmac('sha256', secretKey).update(claims).digest().subarray(0, tagBytes), tagOf.keyObject),
  'HMAC-SHA256, Buffer as key': () =>
    timingSafeEqual(createHmac('sha256', secretBytes).update(claims).digest().subarray(0, tagBytes), tagOf.keyObject),
  'HMAC-SHA256, string as key': () =>
    timingSafeEqual(createHmac('sha256', secretText).update(claims).digest().subarray(0, tagBytes), tagOf.text),
  'SHA-256 + SQLite row of 100,000': (i) =>
    find.get(hash('sha256', `stored-${i % storedKeys}`, 'buffer')) !== undefined,
};

/** Processor microseconds for one check, measured over `count` of them. */
function cost(check: (i: number) => boolean, count: number): number {
  const before = cpuMicroseconds();
  let passed = 0;
  for (let i = 0; i < count; i++) if (check(i * 7919)) passed += 1;
  if (passed !== count) throw new Error(`only ${passed} of ${count} checks passed`);
  return (cpuMicroseconds() - before) / count;
}

const samples = new Map<string, number[]>();
for (let round = 0; round < rounds + 1; round++) {
  for (const [name, check] of Object.entries(checks)) {
    const sample = cost(check, checksPerRound);
    // The first round warms caches and the compiler; it is not counted.
    if (round > 0) samples.set(name, [...(samples.get(name) ?? []), sample]);
  }
}
report(
  `One key check, CPU microseconds, ${rounds} interleaved rounds of ${checksPerRound}`,
  [...samples].map(([name, values]) => ({
    name,
    median: median(values).toFixed(2),
    least: Math.min(...values).toFixed(2),
    most: Math.max(...values).toFixed(2),
  })),
);

/** Verifies `claims + tag` as one hex string would be: recompute, then compare in constant time. */
function verify(claimText: string, tag: Buffer): boolean {
  const expected = createHmac('sha256', secretKey).update(claimText).digest().subarray(0, tagBytes);
  return tag.length === expected.length && timingSafeEqual(tag, expected);
}

let damaged = 0;
let passed = 0;
const whole = Buffer.concat([Buffer.from(claims), tagOf.keyObject]);
for (let bit = 0; bit < whole.length * 8; bit++) {
  const copy = Buffer.from(whole);
  copy.writeUInt8(copy.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
  damaged += 1;
  if (verify(copy.subarray(0, claims.length).toString('latin1'), copy.subarray(claims.length))) passed += 1;
}
for (let length = 0; length < tagBytes; length++) {
  damaged += 1;
  if (verify(claims, tagOf.keyObject.subarray(0, length))) passed += 1;
}
console.log(
  `intact key accepted: ${verify(claims, tagOf.keyObject)}; damaged keys tried: ${damaged}, accepted: ${passed}`,
);

database.close();
rmSync(folder, { recursive: true });
