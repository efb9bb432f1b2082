import { expect } from 'vitest';
import { testOnBothEngines } from '../../../src/storage/testing.ts';
import { exportOf, foreignSubscriber, published, run } from './testing-imports.ts';

testOnBothEngines(
  'subscribers are imported with their consent, and anyone who unsubscribed stays unsubscribed',
  async ({ storage }) => {
    const ended = { email: 'ended@reader.example', form: 'Newsletter box', words: '', ended_at: 5 };
    await storage.write(({ db }) =>
      db
        .insertInto('newsletter_consents')
        .values({ id: 'a', ...ended, asked_at: 1, confirmed_at: 2, ended_by: 'reader' })
        .execute(),
    );
    const list = [
      foreignSubscriber('One@Reader.example'),
      foreignSubscriber('left@reader.example', { isSubscribed: false }),
      foreignSubscriber('ended@reader.example'),
      foreignSubscriber('broken'),
      foreignSubscriber('full@reader.example', { isSubscribed: false, whyNot: 'it bounced there' }),
    ];
    const expected = [
      'subscriber 1 | imported',
      'subscriber 2 | skipped | the address had unsubscribed there, and gets nothing here',
      'subscriber 3 | skipped | the address has unsubscribed here',
      'subscriber 4 | failed | it is no email address',
      'subscriber 5 | skipped | it bounced there',
    ];
    expect((await run(storage, exportOf(list), { isDryRun: true })).lines).toEqual(expected);
    expect((await run(storage, exportOf(list))).lines).toEqual(expected);
    const subscribers = () =>
      storage.reader.selectFrom('subscribers').select(['email', 'created_at']).execute();
    expect(await subscribers()).toEqual([{ email: 'one@reader.example', created_at: published }]);
    const consent = await storage.reader
      .selectFrom('newsletter_consents')
      .selectAll()
      .where('email', '=', 'one@reader.example')
      .executeTakeFirst();
    expect(consent).toMatchObject({
      form: 'Import (Old System)',
      words: 'Box on the old site',
      confirmed_at: published,
      ended_at: null,
    });
    // Another list contradicts the first about the same people.
    const opposite = [
      foreignSubscriber('one@reader.example', { isSubscribed: false }),
      foreignSubscriber('left@reader.example'),
    ];
    expect((await run(storage, exportOf(opposite))).lines).toEqual([
      'subscriber 1 | skipped | the address had unsubscribed there, and gets nothing here',
      'subscriber 2 | skipped | the address has unsubscribed here',
    ]);
    expect(await subscribers()).toEqual([]);
    expect((await run(storage, exportOf(list.slice(0, 1)))).counts.subscribers.in).toBe(0);
    expect(await storage.reader.selectFrom('outbox').selectAll().execute()).toEqual([]);
  },
);
