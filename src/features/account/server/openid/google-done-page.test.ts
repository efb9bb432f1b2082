import { expect } from 'vitest';
import { problemOf } from '../../../../identity/testing.ts';
import { testOnEachEngine } from '../../../../storage/testing.ts';
import { finishGoogle, identitySettings } from '../../contract/sessions.ts';
import { startSite } from '../testing-site.ts';
import { createVisitor } from '../testing-visitor.ts';

testOnEachEngine(
  'without Google settings every Google request ends in google-not-configured',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const visitor = createVisitor(url);
    expect((await visitor.call(identitySettings, {})).body).toMatchObject({
      google: false,
      mail: false,
    });
    expect((await visitor.follow('/identity/google/start')).hash).toBe(
      '#google&problem=google-not-configured',
    );
    const code = 'a'.repeat(43);
    const refused = await problemOf(visitor.call(finishGoogle, { body: { code } }));
    expect(refused).toMatchObject({ code: 'google-not-configured', status: 409 });
  },
);

testOnEachEngine(
  "the popup page runs only the site's own script and can reach its opener",
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const page = await fetch(`${url}/identity/google/done`);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(page.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
    expect(await page.text()).toContain('<script src="/identity/google/done.js"');
    const script = await fetch(`${url}/identity/google/done.js`);
    expect(script.headers.get('content-type')).toContain('text/javascript');
  },
);
