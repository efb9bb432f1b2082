import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { personalMessages } from '../../../src/features/contact/server/personal-messages.ts';
import { personalSubscription } from '../../../src/features/newsletter/server/subscribers/personal-subscription.ts';
import { createQueueMail } from '../../../src/identity/mail/outbox-store.ts';
import { personalMails } from '../../../src/identity/mail/personal-mails.ts';
import { once } from '../../../src/identity/mail/testing-kinds.ts';
import { givenMember } from '../../../src/identity/testing.ts';
import { rowId } from '../../../src/storage/row-id.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { testOnEachEngine } from '../../../src/storage/testing.ts';

/** Ada, whose address isn't verified, and the data stored under it. */
async function start(storage: Storage) {
  const { person } = await givenMember(storage, 'http://localhost:3000');
  const { id, email } = person;
  await storage.write(async (write) => {
    const { db } = write;
    const credentials = { person_id: id, password_hash: 'x', is_email_verified: 0, generation: 1 };
    await db.insertInto('credentials').values(credentials).execute();
    const subscriber = { id: rowId(), email, secret: 's', created_at: 1, bounces: 0 };
    await db.insertInto('subscribers').values(subscriber).execute();
    const consent = { id: rowId(), email, form: 'f', words: 'w', confirmed_at: 1 };
    await db.insertInto('newsletter_consents').values(consent).execute();
    const message = { id: rowId(), name: 'Ada', email, message: 'Hello', created_at: 1 };
    await db
      .insertInto('contact_messages')
      .values({ ...message, forward_state: 'none' })
      .execute();
    await createQueueMail(Date.now)(write, once, { address: email });
  });
  const parts = [personalMessages(storage), personalSubscription(storage), personalMails(storage)];
  const each = (step: 'release' | 'restore' | 'end') =>
    storage.write(async (write) => {
      for (const part of parts) await part[step]?.(write, id, 'keep');
    });
  async function countRows(): Promise<readonly number[]> {
    const rows = parts.map(({ rowsOf }) => Readable.from(rowsOf(id)).toArray());
    return (await Promise.all(rows)).map((list) => list.length);
  }
  const prove = () =>
    storage.write(({ db }) =>
      db.updateTable('credentials').set({ is_email_verified: 1 }).execute(),
    );
  return { each, countRows, prove };
}

testOnEachEngine(
  'messages, subscriptions and e-mails belong to an account only if its address is verified',
  async ({ storage }) => {
    const { each, countRows, prove } = await start(storage);
    // Anyone can create an account with another person's address.
    expect(await countRows()).toEqual([0, 0, 0]);
    await each('release');
    await each('end');
    await prove();
    expect(await countRows()).toEqual([1, 1, 1]);
    await each('end');
    expect(await countRows()).toEqual([0, 0, 0]);
  },
);

testOnEachEngine(
  'deleting an account ends its newsletter for good and hides its messages until it is restored',
  async ({ storage }) => {
    const { each, prove } = await start(storage);
    await prove();
    const shown = () =>
      storage.reader
        .selectFrom('contact_messages')
        .select('name')
        .where('ends_at', 'is', null)
        .execute();
    await each('release');
    expect(await storage.reader.selectFrom('subscribers').selectAll().execute()).toEqual([]);
    expect(
      await storage.reader.selectFrom('newsletter_consents').selectAll().execute(),
    ).toMatchObject([{ confirmed_at: 1, ended_at: expect.any(Number), ended_by: 'account' }]);
    expect(await shown()).toEqual([]);
    await each('restore');
    expect(await shown()).toHaveLength(1);
    expect(await storage.reader.selectFrom('subscribers').selectAll().execute()).toEqual([]);
  },
);
