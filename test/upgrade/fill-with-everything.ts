import sharp from 'sharp';
import { createDevice } from '../../src/features/account/server/factors/testing-device.ts';
import { codeOf, stepOf } from '../../src/features/account/server/factors/time-codes.ts';
import { ownHeaders } from '../site-member.ts';
import { password, type Story, type StoryPerson } from './story.ts';
import { Storyteller } from './teller.ts';
import { untilTrue } from './until-true.ts';

/** Access to a running site for filling it, beside its API. */
export interface FilledSite {
  readonly url: string;
  /** The claim code, which gives the site its owner. */
  claim(): string;
  /** Token of the link in the latest unread e-mail to this address with this subject. */
  tokenIn(to: string, subject: string): Promise<string>;
  /** Runs `npm run import` on a folder of these files. */
  importBlogs(files: Readonly<Record<string, string>>): Promise<void>;
}

const dayMs = 24 * 60 * 60_000;

/** The site's staff. */
interface Staff {
  readonly olive: StoryPerson;
  readonly mo: StoryPerson;
}

type Others = readonly StoryPerson[];

async function nameStaff(teller: Storyteller, claim: string): Promise<Staff> {
  const olive = await teller.signUp('Olive');
  await teller.send(olive, 'POST', '/api/manage/claim', { code: claim });
  const mo = await teller.signUp('Mo');
  await teller.send(olive, 'PUT', `/api/manage/people/${mo.id}/role`, {
    role: 'moderator',
    password,
  });
  return { olive, mo };
}

/** Writes a blog in every state that its author can bring about. */
async function writeBlogs(teller: Storyteller, ada: StoryPerson, others: Others): Promise<void> {
  const rich = (name: string) => teller.rich(ada, name, others);
  await rich('Published');
  const changed = await rich('Published, being changed');
  await teller.draft(ada, 'Published, being changed, draft', [{}], changed, '"3"');
  const gone = await rich('Deleted');
  await teller.delete(ada, gone, 'Deleted');
  const both = await rich('Deleted while being changed');
  await teller.draft(ada, 'Deleted while being changed, draft', [{}], both, '"3"');
  await teller.delete(ada, both, 'Deleted while being changed');
  await teller.toDraft(ada, await rich('Draft again'));
  const rewritten = await rich('Draft again, rewritten');
  await teller.toDraft(ada, rewritten);
  await teller.draft(ada, 'Draft again, rewritten', [{ shortDescription: 'Other.' }], rewritten);
  const timed = await rich('Draft again, scheduled');
  await teller.toDraft(ada, timed);
  await teller.schedule(ada, timed, Date.now() + 200 * dayMs);
  const thrown = await rich('Draft again, discarded');
  await teller.toDraft(ada, thrown);
  await teller.send(ada, 'DELETE', `/api/drafts/${thrown}`);
  const back = await rich('Draft again, published again');
  await teller.toDraft(ada, back);
  await publishDraft(teller, ada, back, 'Draft again, published again');
}

async function publishDraft(teller: Storyteller, by: StoryPerson, key: string, title: string) {
  const draft = { key, revision: await teller.revisionOf(by, key) };
  return teller.send<{ _id: string }>(by, 'POST', '/api/addBlog', {
    ...teller.fields(title),
    draft,
  });
}

/** Writes a blog in every state that staff and review can bring about, combined with those of its author. */
async function holdBlogs(teller: Storyteller, by: StoryPerson, { mo }: Staff, others: Others) {
  const rich = (name: string) => teller.rich(by, name, others);
  const hidden = async (name: string) => {
    const id = await rich(name);
    await teller.move(mo, 'blog', id, 'shown', 'hidden');
    return id;
  };
  await hidden('Hidden');
  await teller.move(mo, 'blog', await rich('Removed by staff'), 'shown', 'removed');
  await teller.delete(by, await hidden('Hidden, deleted'), 'Hidden, deleted');
  await teller.save(by, await hidden('Hidden, saved since'), 'Hidden, saved since', {
    shortDescription: 'Saved while hidden.',
  });
  const drafted = await hidden('Hidden, being changed');
  await teller.draft(by, 'Hidden, being changed, draft', [{}], drafted, '"3"');
  await teller.publish(by, teller.suspect('Waits'));
  const waitingGone = teller.suspect('Waits, deleted');
  await teller.delete(by, await teller.publish(by, waitingGone), waitingGone);
  const edited = await rich('Waits after an edit');
  await teller.save(by, edited, 'Waits after an edit', {
    longDescription: teller.suspect('Edited'),
  });
  const editedGone = await rich('Waits after an edit, deleted');
  await teller.save(by, editedGone, 'Waits after an edit, deleted', {
    longDescription: teller.suspect('Edited'),
  });
  await teller.delete(by, editedGone, 'Waits after an edit, deleted');
  const turnedDown = await teller.publish(by, teller.suspect('Waits, removed by staff'));
  await teller.move(mo, 'blog', turnedDown, 'waiting', 'removed');
  const letIn = await teller.publish(by, teller.suspect('Waited, let in'));
  await teller.move(mo, 'blog', letIn, 'waiting', 'shown');
  const again = await hidden('Hidden, shown, draft again');
  await teller.move(mo, 'blog', again, 'hidden', 'shown');
  await teller.toDraft(by, again);
  const republished = await rich('Draft again, waits');
  await teller.toDraft(by, republished);
  await publishDraft(teller, by, republished, teller.suspect('Draft again, waits'));
  const marked = await rich('Locked and not featured');
  for (const mark of ['locked', 'unfeatured']) {
    const body = { id: marked, mark, isSet: true, reason: 'Enough said.' };
    await teller.send(mo, 'POST', '/api/manage/mark', body);
  }
  const hiddenMarked = await rich('Locked, hidden');
  const mark = { id: hiddenMarked, mark: 'locked', isSet: true, reason: 'Enough.' };
  await teller.send(mo, 'POST', '/api/manage/mark', mark);
  await teller.move(mo, 'blog', hiddenMarked, 'shown', 'hidden');
}

/** Writes comments in every state on a blog; `name` is the end of their names. */
async function sayEverything(
  teller: Storyteller,
  blogId: string,
  name: string,
  by: StoryPerson,
  { mo }: Staff,
): Promise<void> {
  const say = (what: string) => teller.comment(by, blogId, `${what} ${name}`);
  const remove = (id: string) => teller.send(by, 'DELETE', `/api/comments/${id}`);
  const first = await say('A comment');
  await teller.comment(by, blogId, `A reply ${name}`, first);
  const answered = await say('A deleted comment with a reply');
  await teller.comment(by, blogId, `A reply that stays ${name}`, answered);
  await remove(answered);
  const edited = await say('A comment to be changed');
  await teller.send(by, 'PATCH', `/api/comments/${edited}`, { comment: `Changed ${name}.` });
  await remove(await say('A deleted comment'));
  await teller.move(mo, 'comment', await say('A hidden comment'), 'shown', 'hidden');
  await teller.move(mo, 'comment', await say('A removed comment'), 'shown', 'removed');
  await say(teller.suspect('A waiting comment'));
}

/** Writes blogs in each state of their own, with comments in each state. */
async function comment(teller: Storyteller, by: StoryPerson, speaker: StoryPerson, staff: Staff) {
  const spoken = async (title: string) => {
    const id = await teller.publish(by, title);
    await sayEverything(teller, id, `on ${title}`, speaker, staff);
    return id;
  };
  const commented = await spoken('Commented');
  const hidden = await teller.comment(speaker, commented, 'A comment that the author hides');
  await teller.send(by, 'POST', `/api/comments/${hidden}/hide`);
  await teller.send(by, 'PUT', `/api/blog/${await spoken('Commented, closed')}/commenting`, {
    isOpen: false,
  });
  await teller.delete(by, await spoken('Commented, deleted'), 'Commented, deleted');
  await teller.toDraft(by, await spoken('Commented, draft again'));
  await teller.move(staff.mo, 'blog', await spoken('Commented, hidden'), 'shown', 'hidden');
  await teller.move(staff.mo, 'blog', await spoken('Commented, removed'), 'shown', 'removed');
  const edited = await spoken('Commented, waits after an edit');
  await teller.save(by, edited, 'Commented, waits after an edit', {
    longDescription: teller.suspect('Edited'),
  });
}

async function writeDrafts(teller: Storyteller, ada: StoryPerson): Promise<void> {
  await teller.draft(ada, 'A draft');
  const long = 'Much of it. '.repeat(200);
  await teller.draft(ada, 'A draft with earlier states', [
    { longDescription: long },
    { longDescription: 'Little.' },
    { longDescription: `${long}Again.` },
    { longDescription: 'Less.' },
  ]);
  const gone = await teller.draft(ada, 'A discarded draft', [
    { longDescription: long },
    { longDescription: 'Little.' },
  ]);
  await teller.send(ada, 'DELETE', `/api/drafts/${gone}`);
  await teller.draft(ada, 'The draft called new', [{ title: '' }], 'new');
  await teller.schedule(ada, await teller.draft(ada, 'Scheduled'), Date.now() + 100 * dayMs);
  const linked = await teller.draft(ada, 'With a link');
  const link = await teller.send<{ token: string }>(ada, 'POST', `/api/drafts/${linked}/preview`);
  teller.secrets.preview = link.token;
  const failing = await teller.draft(ada, 'Scheduled in vain');
  await teller.schedule(ada, failing, Date.now() + 2_000);
  await teller.draft(ada, 'Scheduled in vain', [{ title: '' }], failing);
  await untilTrue('the draft in vain has failed', async () => {
    const drafts = await teller.send<{ key: string; publishFailure: unknown }[]>(
      ada,
      'GET',
      `/api/drafts?key=${failing}`,
    );
    return drafts[0]?.publishFailure != null;
  });
}

/** Writes one text in every state as this person. */
async function writeOneOfEach(teller: Storyteller, by: StoryPerson, staff: Staff, others: Others) {
  const own = (what: string) => `${what} by ${by.name}`;
  await teller.rich(by, own('Published'), others);
  await teller.delete(by, await teller.rich(by, own('Deleted'), others), own('Deleted'));
  await teller.toDraft(by, await teller.rich(by, own('Draft again'), others));
  const thrown = await teller.rich(by, own('Draft again, discarded'), others);
  await teller.toDraft(by, thrown);
  await teller.send(by, 'DELETE', `/api/drafts/${thrown}`);
  for (const state of ['hidden', 'removed']) {
    await teller.move(staff.mo, 'blog', await teller.rich(by, own(state), others), 'shown', state);
  }
  const hidden = await teller.rich(by, own('Hidden, deleted'), others);
  await teller.move(staff.mo, 'blog', hidden, 'shown', 'hidden');
  await teller.delete(by, hidden, own('Hidden, deleted'));
  await teller.publish(by, teller.suspect(own('Waits')));
  const edited = await teller.rich(by, own('Waits after an edit'), others);
  await teller.save(by, edited, own('Waits after an edit'), {
    longDescription: teller.suspect('Edited'),
  });
  await teller.draft(by, own('A draft'));
  const others1 = teller.texts.find(({ name }) => name === 'Published');
  if (others1) {
    await sayEverything(teller, others1.id, `by ${by.name}`, by, staff);
    await teller.wish(by, others1.id);
  }
}

/** Creates accounts that are then deleted or suspended, and one whose texts are all hidden. */
async function endAccounts(teller: Storyteller, staff: Staff, others: Others): Promise<void> {
  const end = (by: StoryPerson, blogs: 'keep' | 'remove') =>
    teller.send(by, 'POST', '/api/account/delete', { password, blogs });
  const hideAll = ({ id }: StoryPerson) =>
    teller.send(staff.mo, 'POST', '/api/manage/hide-all', { personId: id, reason: 'All of it.' });
  const suspend = ({ id }: StoryPerson, until: string | null) =>
    teller.send(staff.mo, 'PUT', `/api/manage/people/${id}/suspension`, { until, reason: 'Loud.' });
  const newcomer = async (name: string) => {
    const person = await teller.signUp(name);
    await writeOneOfEach(teller, person, staff, others);
    return person;
  };
  await end(await newcomer('Dan'), 'keep');
  await end(await newcomer('Eve'), 'remove');
  await hideAll(await newcomer('Fay'));
  const gil = await newcomer('Gil');
  await hideAll(gil);
  await end(gil, 'remove');
  await suspend(await newcomer('Ian'), new Date(Date.now() + 20 * dayMs).toISOString());
  await suspend(await teller.signUp('Jan'), null);
}

async function report(teller: Storyteller, by: Others, { mo }: Staff): Promise<void> {
  const idOf = (wanted: string) => teller.texts.find(({ name }) => name === wanted)?.id ?? '';
  const [one, other] = by;
  if (!one || !other) return;
  await teller.report(one, 'blog', idOf('Published'));
  await teller.report(other, 'blog', idOf('Published'), 'abuse');
  await teller.report(other, 'comment', idOf('A comment on Commented'));
  await teller.report(one, 'blog', idOf('Commented'), 'copied');
  const settled = { kind: 'blog', id: idOf('Commented'), reason: 'No.' };
  const { at } = await teller.send<{ at: string }>(mo, 'POST', '/api/manage/settle', settled);
  teller.secrets.settledAt = at;
  const hidden = await teller.publish(other, 'Reported, hidden');
  await teller.report(one, 'blog', hidden, 'illegal');
  await teller.move(mo, 'blog', hidden, 'shown', 'hidden');
  const deleted = await teller.publish(other, 'Reported, deleted');
  await teller.report(one, 'blog', deleted, 'other');
  await teller.delete(other, deleted, 'Reported, deleted');
}

async function importOld(teller: Storyteller, site: FilledSite, { mo }: Staff): Promise<void> {
  const front = (title: string, author: string) =>
    `---\ntitle: ${title}\ndate: 2020-01-02\n${author}category: Other\n---\n\nFrom elsewhere.\n`;
  await site.importBlogs({
    'one.md': front('Imported', 'author: Old Author\n'),
    'two.md': front('Imported without an author', ''),
    'three.md': front('Imported, hidden', ''),
    'four.md': front('Imported, removed', 'author: Old Author\n'),
  });
  const all = await teller.send<{ _id: string; title: string }[]>(
    mo,
    'GET',
    '/api/allBlogs?search=imported',
  );
  for (const { _id, title } of all) {
    teller.remember('blog', title, _id, mo);
    const [, state] = title.split(', ');
    if (state !== undefined) await teller.move(mo, 'blog', _id, 'shown', state);
  }
}

async function secure(teller: Storyteller, site: FilledSite, ben: StoryPerson, ada: StoryPerson) {
  const confirm = { password };
  const codes = await teller.send<{ setup: string; secret: string }>(
    ben,
    'POST',
    '/identity/codes/begin',
    confirm,
  );
  const code = codeOf(codes.secret, stepOf(Date.now()));
  await teller.send(ben, 'POST', '/identity/codes', { setup: codes.setup, code });
  teller.secrets.codes = codes.secret;
  const device = createDevice(site.url);
  // The unfinished setup is kept in a cookie of its own.
  const begun = await fetch(`${site.url}/identity/passkeys/begin`, {
    method: 'POST',
    headers: ownHeaders(site.url, ada.cookie),
    body: JSON.stringify(confirm),
  });
  const credential = device.create(await begun.json());
  const [setUpCookie = ''] = begun.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
  const same = { ...ada, cookie: `${ada.cookie}; ${setUpCookie}` };
  await teller.send(same, 'POST', '/identity/passkeys', { name: 'Laptop', credential });
  await teller.send(ada, 'PUT', '/api/account/bio', { bio: 'Weaves.' });
  await teller.send(ada, 'POST', '/identity/send-verification');
  const token = await site.tokenIn(ada.email, 'Is this your email');
  await teller.send(ada, 'POST', '/identity/verify-email', { token });
  await teller.send(ada, 'PUT', '/api/account/letters', { comments: true });
  await teller.send(ben, 'POST', '/identity/forgot-password', { email: ben.email });
  teller.secrets.reset = await site.tokenIn(ben.email, 'Choose a new password');
}

async function sendEmails(teller: Storyteller, site: FilledSite, { olive }: Staff) {
  const own = <T = unknown>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    at: string,
    body?: unknown,
  ) => teller.send<T>(olive, method, at, body);
  await own('PUT', '/api/manage/newsletter', { isOn: true, hasDigest: true });
  const subscribe = async (email: string) => {
    await own('POST', '/api/newsletter/subscriptions', { email });
    return site.tokenIn(email, 'Confirm your subscription');
  };
  for (const email of ['reader@example.org', 'ada@example.org']) {
    await own('POST', '/api/newsletter/confirm', { token: await subscribe(email) });
  }
  teller.secrets.subscription = await subscribe('unsure@example.org');
  const published = teller.texts.find(({ name }) => name === 'Published');
  const issue = (subject: string) =>
    own<{ id: string }>('POST', '/api/manage/newsletter/issues', {
      subject,
      note: 'A note.',
      blogIds: [published?.id],
    });
  const { id } = await issue('Sent');
  await own('PUT', `/api/manage/newsletter/issues/${id}/state`, { to: 'sending' });
  await untilTrue('the newsletter has been sent', async () => {
    const { issues } = await own<{ issues: { id: string; state: string }[] }>(
      'GET',
      '/api/manage/newsletter',
    );
    return issues.some((one) => one.id === id && one.state === 'done');
  });
  teller.secrets.issue = (await issue('Not sent yet')).id;
  await own('PUT', '/api/manage/messages/settings', { isOn: true, forwardTo: '' });
  for (const name of ['Read', 'Unread', 'Deleted']) {
    const message = { name, email: 'guest@example.org', message: `${name}, dear site.` };
    await own('POST', '/api/contact', message);
  }
  const { messages } = await own<{ messages: { id: string; name: string }[] }>(
    'GET',
    '/api/manage/messages',
  );
  const idOf = (wanted: string) => messages.find(({ name }) => name === wanted)?.id ?? '';
  await own('PUT', `/api/manage/messages/${idOf('Read')}`, { isRead: true });
  await own('DELETE', `/api/manage/messages/${idOf('Deleted')}`);
  teller.secrets.message = idOf('Deleted');
}

async function setUp(teller: Storyteller, { olive }: Staff): Promise<void> {
  let version = 0;
  for (const settings of [{ name: 'The Old Hub' }, { name: 'The Hub', tagline: 'As it was.' }]) {
    const body = { version, settings };
    ({ version } = await teller.send<{ version: number }>(
      olive,
      'PUT',
      '/api/manage/settings',
      body,
    ));
  }
  const invite = async (label: string) => {
    const body = { label, peopleMax: 2, days: 300 };
    const made = await teller.send<{ id: string; link: string }>(
      olive,
      'POST',
      '/api/manage/invitations',
      body,
    );
    const { hash, searchParams } = new URL(made.link);
    const token = searchParams.get('invite') ?? new URLSearchParams(hash.slice(1)).get('invite');
    return { id: made.id, token: token ?? '' };
  };
  const { token } = await invite('Kim');
  teller.secrets.invite = token;
  await teller.signUp('Kim', token);
  const { id } = await invite('Nobody');
  await teller.send(olive, 'DELETE', `/api/manage/invitations/${id}`);
}

async function sendPictures(teller: Storyteller, ada: StoryPerson): Promise<void> {
  for (const background of ['#204060', '#a06020']) {
    const picture = sharp({ create: { width: 320, height: 200, channels: 3, background } });
    const { address } = await teller.send<{ address: string }>(
      ada,
      'POST',
      '/api/pictures',
      new Blob([new Uint8Array(await picture.png().toBuffer())]),
    );
    if (background === '#204060')
      await teller.publish(ada, 'With an own picture', { imageUrl: address });
  }
}

/** Fills an empty site with rows of every kind, each written by its own program. */
export async function fillWithEverything(site: FilledSite): Promise<Story> {
  const teller = new Storyteller(site.url);
  const staff = await nameStaff(teller, site.claim());
  const ada = await teller.signUp('Ada');
  const ben = await teller.signUp('Ben');
  const cyd = await teller.signUp('Cyd');
  const others = [ben, cyd];
  await setUp(teller, staff);
  await writeBlogs(teller, ada, others);
  await holdBlogs(teller, ada, staff, others);
  await comment(teller, ada, ben, staff);
  await writeDrafts(teller, ada);
  await endAccounts(teller, staff, others);
  await report(teller, others, staff);
  await importOld(teller, site, staff);
  await sendPictures(teller, ada);
  await secure(teller, site, ben, ada);
  await sendEmails(teller, site, staff);
  // Written after e-mails were switched on: its notification is still pending.
  const published = teller.texts.find(({ name }) => name === 'Published');
  if (published) await teller.comment(cyd, published.id, 'A comment to tell of');
  return teller.tell();
}
