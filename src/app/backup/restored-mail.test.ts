import { expect } from 'vitest';
import { confirmationMail } from '../../features/newsletter/server/confirmation-mail.ts';
import { givenSubscribers } from '../../features/newsletter/server/testing-newsletter.ts';
import { createQueueMail } from '../../identity/mail/outbox-store.ts';
import { givenMember } from '../../identity/testing.ts';
import { startMailServer } from '../../platform/mail/testing-mail-server.ts';
import { engines, testEngine } from '../../storage/testing.ts';
import { listen } from '../testing.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore/restore-backup.ts';
import { fillSite, testFolder, testPlace } from './testing-backup.ts';

for (const engine of engines) {
  testEngine(
    engine,
    'a restored site sends only new e-mails until an owner releases the queued ones',
    { tags: 'slow', timeout: 60_000 },
    async () => {
      const place = await testPlace(engine);
      const original = await place.database.open();
      await fillSite(original, place.dataDir);
      await givenSubscribers(original, 3);
      const queueMail = createQueueMail(Date.now);
      await original.write(async (write) => {
        await write.db
          .insertInto('newsletter_settings')
          .values({ id: 'site', is_on: 1, digest_at: null })
          .execute();
        await queueMail(write, confirmationMail, { address: 'before@example.org' });
      });
      const { file } = await makeBackup({ ...place, folder: testFolder() });
      await original.close();
      const there = await testPlace(engine, false);
      await restoreBackup({ ...there, file, replace: false, say: () => {} });

      const server = await startMailServer();
      let taken = Promise.withResolvers<void>();
      server.temper.onTaking = () => taken.resolve();
      const storage = await there.database.open();
      const { smtpUrl: SMTP_URL, from: MAIL_FROM } = server.mail;
      const { url } = await listen(storage, { SMTP_URL, MAIL_FROM });
      const olive = await givenMember(storage, url, 'Olive', 'owner');
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ email: 'now@example.org' });
      await olive.request('/api/newsletter/subscriptions', { method: 'POST', headers, body });
      await taken.promise;
      // The e-mail from the backup was due earlier and would have been sent first.
      expect(server.taken).toEqual(['now@example.org']);

      taken = Promise.withResolvers<void>();
      const released = await olive.request('/api/manage/mail/hold', { method: 'DELETE' });
      expect(released.status).toBe(204);
      await taken.promise;
      expect(server.taken).toEqual(['now@example.org', 'before@example.org']);
    },
  );
}
