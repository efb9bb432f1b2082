import { sql } from 'kysely';
import { expect } from 'vitest';
import { testOnBothEngines } from '../storage/testing.ts';
import { recordAudit } from './audit-log.ts';

const moderator = { id: 'mary' };
const subject = { kind: 'blog', id: 'b', label: 'Engines' };

testOnBothEngines(
  'rows of the audit log can be neither changed nor deleted',
  async ({ storage }) => {
    await storage.write((write) =>
      recordAudit(write, { by: moderator, action: 'blog-hidden', subject, reason: 'Spam.', at: 5 }),
    );
    const { writer } = storage;
    const changed = writer.updateTable('acts').set({ reason: 'None.' }).execute();
    await expect(changed).rejects.toThrow('only ever added to');
    await expect(writer.deleteFrom('acts').execute()).rejects.toThrow('only ever added to');
    const wayRound =
      storage.engine === 'sqlite'
        ? sql`replace into acts select * from acts`
        : sql`truncate table acts`;
    await expect(wayRound.execute(writer)).rejects.toThrow('only ever added to');
    expect(await writer.selectFrom('acts').selectAll().execute()).toEqual([
      {
        id: expect.any(String),
        by_id: 'mary',
        act: 'blog-hidden',
        subject_kind: 'blog',
        subject_id: 'b',
        subject_label: 'Engines',
        reason: 'Spam.',
        created_at: 5,
      },
    ]);
  },
);

testOnBothEngines(
  'a failed action is not recorded, and neither is a person’s name',
  async (test) => {
    const { storage } = test;
    const person = { kind: 'person', id: 'ada', label: 'Ada Lovelace' };
    const failing = storage.write(async (write) => {
      await recordAudit(write, { by: moderator, action: 'blog-hidden', subject });
      throw new Error('No room.');
    });
    await expect(failing).rejects.toThrow('No room.');
    await storage.write((write) =>
      recordAudit(write, { by: null, action: 'owner-made', subject: person }),
    );
    const rows = await storage.writer
      .selectFrom('acts')
      .select(['by_id', 'subject_label'])
      .execute();
    expect(rows).toEqual([{ by_id: null, subject_label: '' }]);
  },
);

testOnBothEngines(
  'the name and e-mail address of the person concerned are removed from a reason',
  async ({ storage }) => {
    const reason = 'ada LOVELACE (Ada@example.org) sold watches; Ada too.';
    await storage.write(async (write) => {
      const ada = { id: 'ada', name: 'Ada Lovelace', email: 'ada@example.org', created_at: 1 };
      await write.db.insertInto('people').values(ada).execute();
      const person = { kind: 'person', id: 'ada', label: '' };
      const given = { by: moderator, action: 'person-suspended', reason };
      await recordAudit(write, { ...given, subject: person });
      await recordAudit(write, { ...given, subject, about: 'ada' });
      await recordAudit(write, { ...given, subject });
    });
    const rows = await storage.writer.selectFrom('acts').select('reason').orderBy('id').execute();
    const without = '(this person) ((this person)) sold watches; Ada too.';
    expect(rows.map((row) => row.reason)).toEqual([without, without, reason]);
  },
);
