import { expect, vi } from 'vitest';
import { endpoints } from '../../src/app/registry.ts';
import { listen } from '../../src/app/testing.ts';
import { createCaller, givenMember } from '../../src/identity/testing.ts';
import { rowId } from '../../src/storage/row-id.ts';
import { testOnEachEngine } from '../../src/storage/testing.ts';
import { permissions } from './permissions/testing-permissions.ts';

vi.setConfig({ testTimeout: 60_000 });

testOnEachEngine(
  'a value in the path that a database can’t store makes no call fail',
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

testOnEachEngine(
  'a value in the query or body that a database can’t store makes no call fail',
  { tags: 'slow' },
  async ({ storage }) => {
    const { url } = await listen(storage);
    const member = (name: string) => givenMember(storage, url, name, 'owner');
    const [blogId, commentId, wishId] = [rowId(), rowId(), rowId()];
    const failed: string[] = [];
    let number = 0;
    for (const { route, call } of permissions) {
      number += 1;
      const [owner, other] = [await member(`Olga ${number}`), await member(`Other ${number}`)];
      const others = { author: other, commenter: other, user: other, moderator: other };
      const people = { ...others, editor: other, owner };
      const visitor = createCaller(url);
      const callers = { visitor, readingProgram: visitor, writingProgram: visitor };
      const scene = { ...people, ...callers, blogId, commentId, wishId };
      const { path, init } = await call(scene, owner);
      const body: object = typeof init.body === 'string' ? JSON.parse(init.body) : {};
      for (const [name, value] of Object.entries(body)) {
        if (typeof value !== 'string') continue;
        for (const odd of ['\0', `${value.slice(0, -1)}\0`, '\ud800']) {
          const reply = await owner.request(path, {
            ...init,
            body: JSON.stringify({ ...body, [name]: odd }),
          });
          await reply.arrayBuffer();
          if (reply.status >= 500) failed.push(`${route} ${name} ${JSON.stringify(odd)}`);
        }
      }
    }
    const caller = await member('Olga');
    for (const [name, endpoint] of endpoints) {
      if (endpoint.method !== 'GET') continue;
      for (const field of Object.keys(endpoint.query?.shape ?? {})) {
        for (const odd of ['%00', 'a%00', '%EF%BF%BF']) {
          const path = endpoint.path.replace(/:\w+/g, blogId);
          const reply = await caller.request(`${path}?${field}=${odd}`);
          await reply.arrayBuffer();
          if (reply.status >= 500) failed.push(`${name} ${field} ${odd}`);
        }
      }
    }
    expect(failed).toEqual([]);
  },
);
