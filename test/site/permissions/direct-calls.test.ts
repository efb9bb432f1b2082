import { expect } from 'vitest';
import { endpoints } from '../../../src/app/registry.ts';
import { listen } from '../../../src/app/testing.ts';
import { addComment } from '../../../src/features/comments/contract.ts';
import { addWish } from '../../../src/features/wishlist/contract.ts';
import { addBlog } from '../../../src/features/writing/publishing/contract/publishing.ts';
import { createCaller, givenMember, problemOf } from '../../../src/identity/testing.ts';
import type { Endpoint } from '../../../src/platform/contract/define-endpoint.ts';
import { Problem } from '../../../src/platform/contract/problems.ts';
import { testOnEachEngine } from '../../../src/storage/testing.ts';

const text = {
  title: 'On analytical engines',
  imageUrl: '/images/categories/technology.webp',
  category: 'Technology',
  shortDescription: 'What they weave.',
  longDescription: 'Patterns, *as* a loom does. <script>alert(1)</script> 👩‍🚀 \u2028',
} as const;

/** Creates a new value at each call. */
const everNew: ReadonlySet<string> = new Set(['currentUser']);

testOnEachEngine(
  'a page gets the same bytes from a direct call as over HTTP, for every call that reads',
  { tags: 'slow' },
  async ({ storage }) => {
    const { url, callDirectly } = await listen(storage);
    const ada = await givenMember(storage, url);
    const ben = await givenMember(storage, url, 'Ben');
    const { body: blog } = await ada.call(addBlog, { body: text });
    await ada.call(addBlog, { body: { ...text, title: 'Another' } });
    await ben.call(addComment, { body: { blogId: blog._id, comment: 'Nice.\nVery.' } });
    await ben.call(addComment, { body: { blogId: blog._id, comment: 'Again.' } });
    await ben.call(addWish, { body: { reviewId: blog._id } });
    const reading = [...endpoints].filter(
      ([name, { method, type, reply, isStreamed }]) =>
        // Excludes calls without a reply, such as logging out and redirects to providers, and downloads.
        method === 'GET' && !type && reply && !isStreamed && !everNew.has(name),
    );
    const inputs = [
      {
        params: {
          id: blog._id,
          key: 'new',
          version: '1',
          token: 'x'.repeat(43),
          tag: 'none',
          year: '2024',
          month: '05',
        },
        query: { blogId: blog._id, limit: '1' },
      },
      {
        params: {
          id: 'none',
          key: 'no',
          version: 'x',
          token: 'no',
          tag: '...',
          year: 'abc',
          month: '13',
        },
        query: { blogId: 'x', filter: 'Foo' },
      },
    ];
    let compared = 0;
    for (const [name, endpoint] of reading) {
      for (const who of [createCaller(url), ada, ben]) {
        for (const input of inputs) {
          const cookie = 'cookie' in who ? String(who.cookie) : undefined;
          const call = () => who.call(endpoint as Endpoint, input as never);
          const direct = callDirectly(cookie, endpoint, input as never);
          const [overHttp, inProcess] = await Promise.allSettled([call(), direct]);
          const where = `${name} ${JSON.stringify(input)}`;
          expect(inProcess.status, where).toBe(overHttp.status);
          if (overHttp.status === 'fulfilled' && inProcess.status === 'fulfilled') {
            expect(JSON.stringify(inProcess.value.body), where).toBe(
              JSON.stringify(overHttp.value.body),
            );
            for (const header of ['link', 'etag'] as const) {
              const isFinished = endpoint.tags && header === 'etag' && cookie === undefined;
              if (isFinished) continue;
              const sentValue = overHttp.value.headers.get(header);
              expect(inProcess.value.headers.get(header), `${where} ${header}`).toBe(sentValue);
            }
          } else {
            const [one, other] = await Promise.all([problemOf(call()), direct.catch((e) => e)]);
            expect(other, where).toBeInstanceOf(Problem);
            const { code, status, message, issues } = other as Problem;
            expect({ code, status, message, issues }, where).toEqual({
              code: one.code,
              status: one.status,
              message: one.message,
              issues: one.issues,
            });
          }
          compared += 1;
        }
      }
    }
    expect(compared).toBe(reading.length * 3 * inputs.length);
  },
);
