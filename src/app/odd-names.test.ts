import { expect } from 'vitest';
import { givenMember } from '../identity/testing.ts';
import { testOnEachEngine } from '../storage/testing.ts';
import { endpoints } from './registry.ts';
import { listen } from './testing.ts';

testOnEachEngine(
  'no call fails over a name in its path that a database refuses to look for',
  async ({ storage }) => {
    const { url } = await listen(storage);
    const { cookie } = await givenMember(storage, url);
    const named = [...endpoints].filter(([, { path }]) => path.includes(':'));
    expect(named.length).toBeGreaterThan(5);
    for (const [name, { method, path }] of named) {
      for (const odd of ['%00', 'x%00y', '%EF%BF%BF', '\u{1F680}', "'--"]) {
        const reply = await fetch(
          `${url}${path.replace(/:\w+/g, encodeURI(odd).replace(/%25/g, '%'))}`,
          {
            method,
            headers: { cookie: String(cookie), origin: url, 'content-type': 'application/json' },
            ...(method === 'PUT' || method === 'POST'
              ? { body: '{"name":"x","password":"x"}' }
              : {}),
          },
        );
        expect(reply.status, `${name} ${odd}`).toBeLessThan(500);
        await reply.arrayBuffer();
      }
    }
  },
);
