import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { createPostgresTarget } from '../../../storage/backup/postgres-target.ts';
import { createSqliteTarget } from '../../../storage/backup/sqlite-target.ts';
import { storageFeature } from '../../../storage/feature.ts';
import { createTestDatabase, engines, testEngine } from '../../../storage/testing.ts';

const notRestored = new Set(Object.keys(storageFeature.notInBackups));

const columns = [
  ...['created_at', 'email', 'forward_at', 'forward_state', 'forward_tries', 'id', 'message'],
  'name',
];

for (const engine of engines) {
  testEngine(
    engine,
    'messages waiting to be forwarded are moved to the outbox by the migration that adds it',
    async () => {
      const { options, open } = await createTestDatabase(engine, { isMigrated: false });
      const last = '0024-one-life';
      mkdirSync(options.dataDir || '.', { recursive: true });
      const target = options.databaseUrl
        ? await createPostgresTarget(options.databaseUrl, 'public', last, notRestored)
        : await createSqliteTarget(
            path.join(options.dataDir, 'content-hub.sqlite'),
            last,
            notRestored,
          );
      const rowOf = (id: string, state: string, at: number | null) => [
        ...[1, 'ada@example.org', at, state, 1, id, 'Hello', 'Ada'],
      ];
      await target.insert({ name: 'contact_messages', columns }, [
        rowOf('waits', 'waiting', 7),
        rowOf('went', 'sent', null),
        rowOf('in-doubt', 'sending', 8),
      ]);
      await target.finish();
      await target.migrate(async () => {});
      await target.close();

      const storage = await open();
      const waiting = await storage.reader
        .selectFrom('outbox')
        .select(['kind', 'payload', 'state', 'due_at'])
        .execute();
      expect(waiting).toEqual([
        {
          kind: 'contact-message',
          payload: '{"messageId":"waits"}',
          state: 'waiting',
          due_at: 7,
        },
      ]);
      const states = await storage.reader
        .selectFrom('contact_messages')
        .select(['id', 'forward_state'])
        .orderBy('id')
        .execute();
      expect(states.map(({ id, forward_state }) => [id, forward_state])).toEqual([
        ['in-doubt', 'failed'],
        ['waits', 'waiting'],
        ['went', 'sent'],
      ]);
    },
  );
}
