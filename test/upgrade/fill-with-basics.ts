import type { FilledSite } from './fill-with-everything.ts';
import { SiteFiller } from './site-filler.ts';
import { password, type Story, type StoryPerson } from './story.ts';

/** A draft from before covers had alternative texts. */
function oldDraft(filler: SiteFiller, name: string, baseTag: string | null) {
  const { imageAlt: _, ...text } = filler.fields(name);
  return { text, baseTag, revision: null, device: 'laptop', sequence: 1 };
}

async function saveOldDraft(
  filler: SiteFiller,
  by: StoryPerson,
  name: string,
  key: string,
  baseTag: string | null,
): Promise<void> {
  await filler.send(by, 'PUT', `/api/drafts/${key}`, oldDraft(filler, name, baseTag));
  filler.remember('draft', name, key, by);
}

/**
 * Fills an empty site with everything that the first version supported: blogs with earlier texts, comments, wishes,
 * drafts, sessions, links by e-mail. Deletion was permanent in that version.
 */
export async function fillWithBasics(site: FilledSite): Promise<Story> {
  const filler = new SiteFiller(site.url);
  const [ada, ben, cyd] = [
    await filler.signUp('Ada'),
    await filler.signUp('Ben'),
    await filler.signUp('Cyd'),
  ];
  const others = [ben, cyd];
  await filler.rich(ada, 'Published', others);
  const changed = await filler.rich(ada, 'Published, being changed', others);
  await saveOldDraft(filler, ada, 'Published, being changed, draft', changed, '"3"');
  await saveOldDraft(filler, ada, 'The draft called new', 'new', null);
  await filler.delete(ada, await filler.rich(ada, 'Deleted', others), 'Deleted');
  const said = await filler.publish(ben, 'Commented');
  const gone = await filler.comment(cyd, said, 'A deleted comment');
  await filler.send(cyd, 'DELETE', `/api/comments/${gone}`);
  for (const [name, blogs] of [
    ['Dan', 'keep'],
    ['Eve', 'remove'],
  ] as const) {
    const person = await filler.signUp(name);
    await filler.rich(person, `Published by ${name}`, others);
    await filler.comment(person, changed, `${name} says`);
    await filler.send(person, 'POST', '/api/account/delete', { password, blogs });
    filler.people.pop();
  }
  await site.importBlogs({
    'one.md':
      '---\ntitle: Imported\ndate: 2020-01-02\nauthor: Old Author\n---\n\nFrom elsewhere.\n',
  });
  await filler.send(ben, 'POST', '/identity/forgot-password', { email: ben.email });
  filler.secrets.reset = await site.tokenIn(ben.email, '');
  return filler.story();
}
