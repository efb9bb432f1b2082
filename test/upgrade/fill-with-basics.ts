import type { FilledSite } from './fill-with-everything.ts';
import { password, type Story, type StoryPerson } from './story.ts';
import { Storyteller } from './teller.ts';

/** A draft from before covers had alternative texts. */
function oldDraft(teller: Storyteller, name: string, baseTag: string | null) {
  const { imageAlt: _, ...text } = teller.fields(name);
  return { text, baseTag, revision: null, device: 'laptop', sequence: 1 };
}

async function saveOldDraft(
  teller: Storyteller,
  by: StoryPerson,
  name: string,
  key: string,
  baseTag: string | null,
): Promise<void> {
  await teller.send(by, 'PUT', `/api/drafts/${key}`, oldDraft(teller, name, baseTag));
  teller.remember('draft', name, key, by);
}

/**
 * Fills an empty site with everything that the first version supported: blogs with earlier texts, comments, wishes,
 * drafts, sessions, links by e-mail. Deletion was permanent in that version.
 */
export async function fillWithBasics(site: FilledSite): Promise<Story> {
  const teller = new Storyteller(site.url);
  const [ada, ben, cyd] = [
    await teller.signUp('Ada'),
    await teller.signUp('Ben'),
    await teller.signUp('Cyd'),
  ];
  const others = [ben, cyd];
  await teller.rich(ada, 'Published', others);
  const changed = await teller.rich(ada, 'Published, being changed', others);
  await saveOldDraft(teller, ada, 'Published, being changed, draft', changed, '"3"');
  await saveOldDraft(teller, ada, 'The draft called new', 'new', null);
  await teller.delete(ada, await teller.rich(ada, 'Deleted', others), 'Deleted');
  const said = await teller.publish(ben, 'Commented');
  const gone = await teller.comment(cyd, said, 'A deleted comment');
  await teller.send(cyd, 'DELETE', `/api/comments/${gone}`);
  for (const [name, blogs] of [
    ['Dan', 'keep'],
    ['Eve', 'remove'],
  ] as const) {
    const person = await teller.signUp(name);
    await teller.rich(person, `Published by ${name}`, others);
    await teller.comment(person, changed, `${name} says`);
    await teller.send(person, 'POST', '/api/account/delete', { password, blogs });
    teller.people.pop();
  }
  await site.importBlogs({
    'one.md':
      '---\ntitle: Imported\ndate: 2020-01-02\nauthor: Old Author\n---\n\nFrom elsewhere.\n',
  });
  await teller.send(ben, 'POST', '/identity/forgot-password', { email: ben.email });
  teller.secrets.reset = await site.tokenIn(ben.email, '');
  return teller.tell();
}
