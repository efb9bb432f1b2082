import assert from 'node:assert/strict';
import { newAccount } from '../account.ts';

/** Another member, who uses the API only. */
export async function memberByApi(siteUrl: string) {
  const account = newAccount({ displayName: 'Grace Hopper' });
  let cookie = '';
  async function send<T>(path: string, body: unknown, headers: Record<string, string> = {}) {
    const reply = await fetch(siteUrl + path, {
      method: 'POST',
      headers: { origin: siteUrl, 'content-type': 'application/json', cookie, ...headers },
      body: JSON.stringify(body),
    });
    assert.ok(reply.ok, `${path}: ${reply.status}`);
    cookie ||= reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return (await reply.json()) as T;
  }
  const { idToken } = await send<{ idToken: string }>('/identity/sign-up', account);
  await send('/jwt', { email: account.email }, { authorization: `Bearer ${idToken}` });
  return {
    publish: (title: string, longDescription: string) =>
      send<{ _id: string }>('/api/addBlog', {
        title,
        longDescription,
        imageUrl: '/images/categories/other.webp',
        category: 'Other',
        shortDescription: 'A short one.',
      }),
    async commentsOn(blogId: string): Promise<readonly { _id: string }[]> {
      const reply = await fetch(`${siteUrl}/api/addcomment?blogId=${blogId}`, {
        headers: { cookie },
      });
      return reply.json();
    },
    say: (blogId: string, comment: string, replyTo?: string) =>
      send('/api/addcomment', { blogId, comment, replyTo }),
  };
}
