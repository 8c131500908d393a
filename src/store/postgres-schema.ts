/** The server's clock in epoch milliseconds: replicas with clocks of their own agree on what has expired. */
const now = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** Steps from an empty database to the present schema. A released step never changes; a new one is appended. */
const migrations = [
  `CREATE TABLE quire.entries (key bytea PRIMARY KEY, value bytea NOT NULL, expires_at bigint NOT NULL);
   CREATE INDEX entries_by_expiry ON quire.entries (expires_at);
   -- Counters may start again after a crash, so they neither write the log nor wait for a standby.
   CREATE UNLOGGED TABLE quire.counters (key bytea PRIMARY KEY, count bigint NOT NULL, resets_at bigint NOT NULL)
     WITH (fillfactor = 50);`,
  `-- The head of a list is its row without an ID, at position 0.
   CREATE TABLE quire.list_items (list bytea, id bytea, position bigint NOT NULL, value bytea NOT NULL,
     PRIMARY KEY (list, id));
   CREATE INDEX list_items_by_position ON quire.list_items (list, position);`,
];

/** A migration of this service takes this lock, so that replicas starting together do not collide. */
const migrationLock = 7_124_004_513;

/** Brings the schema up to date, in one transaction: each step once, whichever replica comes first. */
export const migrate = [
  'BEGIN',
  `SELECT pg_advisory_xact_lock(${migrationLock})`,
  // A role that may not create a schema can use the one that is there.
  `DO $$ BEGIN
    IF to_regclass('quire.migrations') IS NULL THEN
      CREATE SCHEMA IF NOT EXISTS quire;
      CREATE TABLE quire.migrations (version integer PRIMARY KEY);
    END IF;
  END $$`,
  ...migrations.map(
    (sql, index) => `DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM quire.migrations WHERE version = ${index + 1}) THEN
      ${sql}
      INSERT INTO quire.migrations VALUES (${index + 1});
    END IF;
  END $$`,
  ),
  'COMMIT',
].join(';\n');

/** $1 keys. One row for each key, also for those without a value. */
export const readEntries = `SELECT e.value, pg_is_in_recovery() AS "isStandby"
  FROM unnest($1::bytea[]) WITH ORDINALITY AS wanted (key, position)
  LEFT JOIN quire.entries e ON e.key = wanted.key AND e.expires_at > ${now}
  ORDER BY wanted.position`;

/**
 * $1 keys, $2 the values that were seen, $3 the values to write (NULL deletes), $4 times to live in milliseconds.
 * Writes each key that still has the value that was seen. The result has the position of each key that was written.
 */
export const swapEntries = `WITH change AS (
    SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bytea[], $4::bigint[]) WITH ORDINALITY
      AS change (key, seen, value, ttl, position) ORDER BY key
  ), inserted AS (
    INSERT INTO quire.entries AS e SELECT key, value, ${now} + ttl FROM change WHERE seen IS NULL AND value IS NOT NULL
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at WHERE e.expires_at <= ${now}
    RETURNING e.key
  ), updated AS (
    UPDATE quire.entries e SET value = change.value, expires_at = ${now} + change.ttl FROM change
    WHERE e.key = change.key AND e.value = change.seen AND e.expires_at > ${now} AND change.value IS NOT NULL
    RETURNING e.key
  ), deleted AS (
    DELETE FROM quire.entries e USING change
    WHERE e.key = change.key AND e.value = change.seen AND change.value IS NULL
    RETURNING e.key
  )
  SELECT (change.position - 1)::int AS position FROM change
  JOIN (SELECT key FROM inserted UNION ALL SELECT key FROM updated UNION ALL SELECT key FROM deleted) written USING (key)`;

/** $1 key, $2 how much to add, $3 the window in milliseconds. A clock set back must not make a window longer. */
export const incrementCounter = `INSERT INTO quire.counters AS c VALUES ($1, $2, ${now} + $3::bigint)
  ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN c.resets_at <= ${now} THEN excluded.count ELSE c.count + excluded.count END,
    resets_at = CASE WHEN c.resets_at <= ${now} THEN excluded.resets_at ELSE least(c.resets_at, excluded.resets_at) END
  RETURNING count::int AS count, (resets_at - ${now})::int AS "leftMs"`;

/** $1 list, $2 position, $3 limit. One row without an item when no item follows. */
export const readList = `SELECT pg_is_in_recovery() AS "isStandby",
    (SELECT value FROM quire.list_items WHERE list = $1 AND id = '') AS head, item.*
  FROM (SELECT) AS one LEFT JOIN LATERAL (
    SELECT id, position::float8 AS position, value FROM quire.list_items
    WHERE list = $1 AND position > greatest($2::bigint, 0) ORDER BY quire.list_items.position LIMIT $3::int
  ) item ON true ORDER BY item.position`;

/**
 * $1 list, $2 the head that was seen, $3 the head to write, $4 IDs, $5 positions, $6 values.
 * One row if the head was still the one that was seen, else none, and then nothing was written.
 */
export const writeList = `WITH inserted AS (
    INSERT INTO quire.list_items SELECT $1::bytea, '', 0, $3::bytea WHERE $2::bytea IS NULL ON CONFLICT DO NOTHING
    RETURNING 1
  ), updated AS (
    UPDATE quire.list_items SET value = $3::bytea WHERE list = $1::bytea AND id = '' AND value = $2::bytea RETURNING 1
  ), written AS (SELECT FROM inserted UNION ALL SELECT FROM updated), items AS (
    INSERT INTO quire.list_items AS i SELECT $1::bytea, item.id, item.position, item.value
      FROM unnest($4::bytea[], $5::bigint[], $6::bytea[]) AS item (id, position, value) WHERE EXISTS (SELECT FROM written)
    ON CONFLICT (list, id) DO UPDATE SET position = excluded.position, value = excluded.value
  )
  SELECT FROM written`;

/** Deletes up to a thousand expired rows of each table; rows that another replica deletes are left to it. */
export const sweepExpired = `DELETE FROM quire.entries WHERE key IN (
    SELECT key FROM quire.entries WHERE expires_at <= ${now} ORDER BY expires_at LIMIT 1000 FOR UPDATE SKIP LOCKED);
  DELETE FROM quire.counters WHERE key IN (
    SELECT key FROM quire.counters WHERE resets_at <= ${now} LIMIT 1000 FOR UPDATE SKIP LOCKED)`;
