import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished } from 'vitest';
import { createRouteNames } from '../../src/app/metrics/route-of.ts';
import { allPaths } from '../../src/app/registry.ts';
import { listen } from '../../src/app/testing.ts';
import { text } from '../../src/blog/server/testing.ts';
import { saveDraft } from '../../src/features/writing/drafts/contract/drafts.ts';
import { makePreviewLink } from '../../src/features/writing/drafts/contract/preview-link.ts';
import { givenMember } from '../../src/identity/testing.ts';
import { logOptions } from '../../src/platform/http/log/log-options.ts';
import { testOnEachEngine } from '../../src/storage/testing.ts';

testOnEachEngine(
  'the secret in a draft’s link is in no log, metric label or Referer',
  async ({ storage }) => {
    const lines: string[] = [];
    const logger = pino(logOptions('trace'), { write: (line) => void lines.push(line) });
    const { url } = await listen(storage, {}, onTestFinished, logger);
    const ada = await givenMember(storage, url);
    const params = { key: '01890000-0000-7000-8000-000000000001' };
    const draft = { text, baseTag: null, revision: null, device: 'laptop', sequence: 1 };
    await ada.call(saveDraft, { params, body: draft });
    const { token } = (await ada.call(makePreviewLink, { params })).body;

    const page = await fetch(`${url}/preview/${token}`);
    expect(page.status).toBe(200);
    expect(page.headers.get('referrer-policy')).toBe('strict-origin');
    expect((await fetch(url)).headers.get('referrer-policy')).toBe(
      'strict-origin-when-cross-origin',
    );
    const code = await ada.request('/Manage/claim?code=abc');
    const others = [
      ...['/Account/signup?invite=abc', '/newsletter/confirm', `/unsubscribe/${token}`],
      ...['reset-password', 'verify-email', 'confirm-email'].map((page) => `/Account/${page}`),
    ];
    for (const reply of [code, ...(await Promise.all(others.map((path) => fetch(url + path))))]) {
      expect(reply.headers.get('referrer-policy')).toBe('strict-origin');
      expect(reply.headers.get('cache-control')).toContain('no-store');
    }
    const events = await storage.reader.selectFrom('security_events').selectAll().execute();
    expect(JSON.stringify(events)).not.toContain(token);

    // From here on the site fails by itself, and logs it.
    await storage.write(({ db }) => sql`alter table saved_drafts rename to lost`.execute(db));
    expect((await fetch(`${url}/api/preview/${token}`)).status).toBe(500);
    await (await fetch(`${url}/preview/${token}`)).text();
    expect(lines.join('')).toContain('/api/preview/[secret]');
    expect(lines.join('')).not.toContain(token);

    const routeOf = createRouteNames(allPaths);
    for (const path of ['/preview/', '/api/preview/', '/unsubscribe/', '/PREVIEW/', '/x/']) {
      expect(routeOf(path + token)).not.toContain(token);
    }
  },
);
