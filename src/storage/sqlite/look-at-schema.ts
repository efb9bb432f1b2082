import type { DatabaseSync } from 'node:sqlite';
import { sqliteAppliedSteps } from '../applied-steps.ts';
import type { SchemaWatch } from '../schema-watch.ts';

/** Has `watch` judge the steps of a file whenever its tables have changed since the last call; synchronous, microseconds. */
export function lookAtSchema(database: DatabaseSync, watch: SchemaWatch): () => void {
  const version = database.prepare('pragma schema_version');
  const read = () => Number(version.get()?.schema_version);
  let seen = read();
  return () => {
    const now = read();
    if (now !== seen) watch.judge(sqliteAppliedSteps(database));
    seen = now;
    watch.assertKnown();
  };
}
