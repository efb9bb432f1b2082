/** Position in the write-ahead log of a primary, in bytes: all that is committed is before it. */
export const currentPosition = `pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint`;

/** How far a standby has replayed that log; null on a primary that never was one. */
export const replayedPosition = `pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint`;

/**
 * What a database has in common with its replicas only: its name, and the number that `initdb` gave to its server.
 * Unless an administrator has revoked it, everybody may ask for both.
 */
export const databaseIdentity = `(select system_identifier::text from pg_control_system()) || ' ' || current_database()::text`;
