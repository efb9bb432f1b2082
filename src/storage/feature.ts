import { storageRetention } from './background/sweep.ts';

/** The storage's own part of the feature registry (see `src/identity/define-feature.ts`). */
export const storageFeature = {
  name: 'storage',
  retention: storageRetention,
  notInBackups: {
    counted_tries: 'limits count hours',
    leases: 'held by a process that has ended',
    changes: 'read by processes that have ended',
    committed_changes: 'read by processes of this database',
    write_marks: 'read by processes that have ended',
    kysely_migration: 'the backup lists its migrations, and a restore runs them',
    schema_compatibility: 'written by the migrations that a restore runs',
    kysely_migration_lock: 'held by a process that has ended',
  },
};
