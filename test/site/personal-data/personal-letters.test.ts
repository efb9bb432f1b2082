import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { personalMessages } from '../../../src/features/contact/server/personal-messages.ts';
import { personalSubscription } from '../../../src/features/newsletter/server/personal-subscription.ts';
import { givenMember } from '../../../src/identity/testing.ts';
import { rowId } from '../../../src/storage/row-id.ts';
import { testOnEachEngine } from '../../../src/storage/testing.ts';

testOnEachEngine(
  'messages and a subscription are told to, and go with, whoever surely has the address',
  async ({ storage }) => {
    const { person } = await givenMember(storage, 'http://localhost:3000');
    const { id, email } = person;
    await storage.write(async ({ db }) => {
      const credentials = {
        person_id: id,
        password_hash: 'x',
        is_email_verified: 0,
        generation: 1,
      };
      await db.insertInto('credentials').values(credentials).execute();
      const subscriber = { id: rowId(), email, secret: 's', created_at: 1, bounces: 0 };
      await db.insertInto('subscribers').values(subscriber).execute();
      const message = { id: rowId(), name: 'Ada', email, message: 'Hello', created_at: 1 };
      await db
        .insertInto('contact_messages')
        .values({ ...message, forward_state: 'none' })
        .execute();
    });
    const parts = [personalMessages(storage), personalSubscription(storage)];
    const told = async () => {
      const rows = parts.map(({ rowsOf }) => Readable.from(rowsOf(id)).toArray());
      return (await Promise.all(rows)).map((list) => list.length);
    };
    const endAll = () =>
      storage.write(async (write) => {
        for (const part of parts) await part.end(write, id);
      });
    // Anybody can make an account with another's address.
    expect(await told()).toEqual([0, 0]);
    await endAll();
    await storage.write(({ db }) =>
      db.updateTable('credentials').set({ is_email_verified: 1 }).execute(),
    );
    expect(await told()).toEqual([1, 1]);
    await endAll();
    expect(await told()).toEqual([0, 0]);
  },
);
