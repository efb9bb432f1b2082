import { randomUUID } from 'node:crypto';
import { rowId } from '../../src/storage/row-id.ts';
import { beginSession, ownHeaders } from '../site-member.ts';
import { type Method, send } from './site-caller.ts';
import { listedWord, password, type Story, type StoryPerson, type StoryText } from './story.ts';

const photoURL = '/images/authors/adaeze-obi.webp';

export interface BlogFields {
  readonly title: string;
  readonly imageUrl: string;
  readonly imageAlt: string;
  readonly category: string;
  readonly shortDescription: string;
  readonly longDescription: string;
}

/** Writes a story to a running site, call by call, and records it. */
export class SiteFiller {
  readonly url: string;
  readonly people: StoryPerson[] = [];
  readonly texts: StoryText[] = [];
  readonly secrets: Record<string, string> = {};

  constructor(url: string) {
    this.url = url;
  }

  send<T = unknown>(by: StoryPerson, method: Method, address: string, body?: unknown): Promise<T> {
    return send<T>(this.url, by, method, address, body);
  }

  async signUp(name: string, invite?: string): Promise<StoryPerson> {
    const email = `${name.toLowerCase()}@example.org`;
    const reply = await fetch(`${this.url}/identity/sign-up`, {
      method: 'POST',
      headers: ownHeaders(this.url),
      body: JSON.stringify({
        email,
        password,
        displayName: name,
        photoURL,
        ...(invite && { invite }),
      }),
    });
    const proof = await reply.json();
    if (!reply.ok) throw new Error(`${name} can’t sign up: ${JSON.stringify(proof)}`);
    const cookie = await beginSession(this.url, proof);
    const person = { name, email, password, cookie, id: String(proof.user.id) };
    this.people.push(person);
    return person;
  }

  /** Signs in again: a suspension or a new password ends an account's sessions. */
  async signIn({ email, name }: StoryPerson, deviceOf = name): Promise<string> {
    const reply = await fetch(`${this.url}/identity/sign-in`, {
      method: 'POST',
      headers: { ...ownHeaders(this.url), 'user-agent': `device of ${deviceOf}` },
      body: JSON.stringify({ email, password }),
    });
    return beginSession(this.url, await reply.json());
  }

  fields(name: string, changes: Partial<BlogFields> = {}): BlogFields {
    return {
      title: name,
      imageUrl: '/images/categories/technology.webp',
      imageAlt: `Cover of ${name}`,
      category: 'Technology',
      shortDescription: `Short: ${name}.`,
      longDescription: `# ${name}\n\nIt *weaves* algebraic patterns: ${name}. Grüße 👩‍👩‍👧`,
      ...changes,
    };
  }

  remember(kind: StoryText['kind'], name: string, id: string, by: StoryPerson): string {
    this.texts.push({ kind, name, id, by: by.name });
    return id;
  }

  async publish(by: StoryPerson, name: string, changes?: Partial<BlogFields>): Promise<string> {
    const body = this.fields(name, changes);
    const { _id } = await this.send<{ _id: string }>(by, 'POST', '/api/addBlog', body);
    return this.remember('blog', name, _id, by);
  }

  save(by: StoryPerson, id: string, name: string, changes?: Partial<BlogFields>) {
    return this.send(by, 'PUT', `/api/blog/${id}`, this.fields(name, changes));
  }

  /** Publishes a blog and saves it twice; others comment on it and wish for it. */
  async rich(by: StoryPerson, name: string, others: readonly StoryPerson[]): Promise<string> {
    const id = await this.publish(by, name, { longDescription: `First of ${name}.` });
    await this.save(by, id, name, { longDescription: `Second of ${name}.` });
    await this.save(by, id, name);
    for (const other of others) {
      await this.comment(other, id, `${other.name} on ${name}`);
      await this.wish(other, id);
    }
    return id;
  }

  async comment(by: StoryPerson, blogId: string, name: string, replyTo?: string): Promise<string> {
    const body = { blogId, comment: `${name}.\nIndeed.`, replyTo };
    const { _id } = await this.send<{ _id: string }>(by, 'POST', '/api/addcomment', body);
    return this.remember('comment', name, _id, by);
  }

  wish(by: StoryPerson, blogId: string) {
    return this.send(by, 'POST', '/addWishlist', { reviewId: blogId });
  }

  delete(by: StoryPerson, id: string, title: string) {
    return this.send(by, 'DELETE', `/api/blog/${id}?title=${encodeURIComponent(title)}`);
  }

  toDraft(by: StoryPerson, id: string) {
    return this.send(by, 'POST', `/api/blog/${id}/draft`);
  }

  /** Saves a draft once for each text; the last text remains. */
  async draft(
    by: StoryPerson,
    name: string,
    texts: readonly Partial<BlogFields>[] = [{}],
    key: string = rowId(),
    baseTag: string | null = null,
  ): Promise<string> {
    const known = await fetch(`${this.url}/api/drafts/${key}`, {
      headers: ownHeaders(this.url, by.cookie),
    });
    let revision: string | null = known.ok ? (await known.json()).revision : null;
    for (const [index, text] of texts.entries()) {
      const body = {
        text: this.fields(name, text),
        baseTag,
        revision,
        device: randomUUID(),
        sequence: index,
        wordCount: 7,
        undescribed: 1,
      };
      const saved = await this.send<{ revision: string }>(by, 'PUT', `/api/drafts/${key}`, body);
      revision = saved.revision;
    }
    const isKnown = this.texts.some(({ id }) => id === key);
    return isKnown ? key : this.remember('draft', name, key, by);
  }

  async revisionOf(by: StoryPerson, key: string): Promise<string> {
    return (await this.send<{ revision: string }>(by, 'GET', `/api/drafts/${key}`)).revision;
  }

  async schedule(by: StoryPerson, key: string, atMs: number) {
    const body = {
      publishAt: new Date(atMs).toISOString(),
      revision: await this.revisionOf(by, key),
    };
    return this.send(by, 'PUT', `/api/drafts/${key}/schedule`, body);
  }

  move(staff: StoryPerson, kind: 'blog' | 'comment', id: string, from: string, to: string) {
    const body = { kind, id, from, to, reason: `From ${from} to ${to}.` };
    return this.send(staff, 'POST', '/api/manage/move', body);
  }

  report(by: StoryPerson, kind: 'blog' | 'comment', id: string, reason = 'spam') {
    return this.send(by, 'POST', '/api/report', {
      kind,
      id,
      reason,
      note: `${by.name} thinks so.`,
    });
  }

  /** A text that is held for review. */
  suspect(name: string): string {
    return `${name} in a ${listedWord}`;
  }

  story(): Story {
    const { people, texts, secrets } = this;
    return { madeAt: Date.now(), people, texts, secrets };
  }
}
