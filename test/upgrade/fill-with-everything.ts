import sharp from 'sharp';
import { createDevice } from '../../src/features/account/server/factors/testing-device.ts';
import { codeOf, stepOf } from '../../src/features/account/server/factors/time-codes.ts';
import { ownHeaders } from '../site-member.ts';
import { SiteFiller } from './site-filler.ts';
import { password, type Story, type StoryPerson } from './story.ts';
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

async function nameStaff(filler: SiteFiller, claim: string): Promise<Staff> {
  const olive = await filler.signUp('Olive');
  await filler.send(olive, 'POST', '/api/manage/claim', { code: claim });
  const mo = await filler.signUp('Mo');
  await filler.send(olive, 'PUT', `/api/manage/people/${mo.id}/role`, {
    role: 'moderator',
    password,
  });
  return { olive, mo };
}

/** Writes a blog in every state that its author can bring about. */
async function writeBlogs(filler: SiteFiller, ada: StoryPerson, others: Others): Promise<void> {
  const rich = (name: string) => filler.rich(ada, name, others);
  await rich('Published');
  const changed = await rich('Published, being changed');
  await filler.draft(ada, 'Published, being changed, draft', [{}], changed, '"3"');
  const gone = await rich('Deleted');
  await filler.delete(ada, gone, 'Deleted');
  const both = await rich('Deleted while being changed');
  await filler.draft(ada, 'Deleted while being changed, draft', [{}], both, '"3"');
  await filler.delete(ada, both, 'Deleted while being changed');
  await filler.toDraft(ada, await rich('Draft again'));
  const rewritten = await rich('Draft again, rewritten');
  await filler.toDraft(ada, rewritten);
  await filler.draft(ada, 'Draft again, rewritten', [{ shortDescription: 'Other.' }], rewritten);
  const timed = await rich('Draft again, scheduled');
  await filler.toDraft(ada, timed);
  await filler.schedule(ada, timed, Date.now() + 200 * dayMs);
  const thrown = await rich('Draft again, discarded');
  await filler.toDraft(ada, thrown);
  await filler.send(ada, 'DELETE', `/api/drafts/${thrown}`);
  const back = await rich('Draft again, published again');
  await filler.toDraft(ada, back);
  await publishDraft(filler, ada, back, 'Draft again, published again');
}

async function publishDraft(filler: SiteFiller, by: StoryPerson, key: string, title: string) {
  const draft = { key, revision: await filler.revisionOf(by, key) };
  return filler.send<{ _id: string }>(by, 'POST', '/api/addBlog', {
    ...filler.fields(title),
    draft,
  });
}

/** Writes a blog in every state that staff and review can bring about, combined with those of its author. */
async function holdBlogs(filler: SiteFiller, by: StoryPerson, { mo }: Staff, others: Others) {
  const rich = (name: string) => filler.rich(by, name, others);
  const hidden = async (name: string) => {
    const id = await rich(name);
    await filler.move(mo, 'blog', id, 'shown', 'hidden');
    return id;
  };
  await hidden('Hidden');
  await filler.move(mo, 'blog', await rich('Removed by staff'), 'shown', 'removed');
  await filler.delete(by, await hidden('Hidden, deleted'), 'Hidden, deleted');
  await filler.save(by, await hidden('Hidden, saved since'), 'Hidden, saved since', {
    shortDescription: 'Saved while hidden.',
  });
  const drafted = await hidden('Hidden, being changed');
  await filler.draft(by, 'Hidden, being changed, draft', [{}], drafted, '"3"');
  await filler.publish(by, filler.suspect('Waits'));
  const waitingGone = filler.suspect('Waits, deleted');
  await filler.delete(by, await filler.publish(by, waitingGone), waitingGone);
  const edited = await rich('Waits after an edit');
  await filler.save(by, edited, 'Waits after an edit', {
    longDescription: filler.suspect('Edited'),
  });
  const editedGone = await rich('Waits after an edit, deleted');
  await filler.save(by, editedGone, 'Waits after an edit, deleted', {
    longDescription: filler.suspect('Edited'),
  });
  await filler.delete(by, editedGone, 'Waits after an edit, deleted');
  const turnedDown = await filler.publish(by, filler.suspect('Waits, removed by staff'));
  await filler.move(mo, 'blog', turnedDown, 'waiting', 'removed');
  const letIn = await filler.publish(by, filler.suspect('Waited, let in'));
  await filler.move(mo, 'blog', letIn, 'waiting', 'shown');
  const again = await hidden('Hidden, shown, draft again');
  await filler.move(mo, 'blog', again, 'hidden', 'shown');
  await filler.toDraft(by, again);
  const republished = await rich('Draft again, waits');
  await filler.toDraft(by, republished);
  await publishDraft(filler, by, republished, filler.suspect('Draft again, waits'));
  const marked = await rich('Locked and not featured');
  for (const mark of ['locked', 'unfeatured']) {
    const body = { id: marked, mark, isSet: true, reason: 'Enough said.' };
    await filler.send(mo, 'POST', '/api/manage/mark', body);
  }
  const hiddenMarked = await rich('Locked, hidden');
  const mark = { id: hiddenMarked, mark: 'locked', isSet: true, reason: 'Enough.' };
  await filler.send(mo, 'POST', '/api/manage/mark', mark);
  await filler.move(mo, 'blog', hiddenMarked, 'shown', 'hidden');
}

/** Writes comments in every state on a blog; `name` is the end of their names. */
async function sayEverything(
  filler: SiteFiller,
  blogId: string,
  name: string,
  by: StoryPerson,
  { mo }: Staff,
): Promise<void> {
  const say = (what: string) => filler.comment(by, blogId, `${what} ${name}`);
  const remove = (id: string) => filler.send(by, 'DELETE', `/api/comments/${id}`);
  const first = await say('A comment');
  await filler.comment(by, blogId, `A reply ${name}`, first);
  const answered = await say('A deleted comment with a reply');
  await filler.comment(by, blogId, `A reply that stays ${name}`, answered);
  await remove(answered);
  const edited = await say('A comment to be changed');
  await filler.send(by, 'PATCH', `/api/comments/${edited}`, { comment: `Changed ${name}.` });
  await remove(await say('A deleted comment'));
  await filler.move(mo, 'comment', await say('A hidden comment'), 'shown', 'hidden');
  await filler.move(mo, 'comment', await say('A removed comment'), 'shown', 'removed');
  await say(filler.suspect('A waiting comment'));
}

/** Writes blogs in each state of their own, with comments in each state. */
async function comment(filler: SiteFiller, by: StoryPerson, speaker: StoryPerson, staff: Staff) {
  const spoken = async (title: string) => {
    const id = await filler.publish(by, title);
    await sayEverything(filler, id, `on ${title}`, speaker, staff);
    return id;
  };
  const commented = await spoken('Commented');
  const hidden = await filler.comment(speaker, commented, 'A comment that the author hides');
  await filler.send(by, 'POST', `/api/comments/${hidden}/hide`);
  await filler.send(by, 'PUT', `/api/blog/${await spoken('Commented, closed')}/commenting`, {
    isOpen: false,
  });
  await filler.delete(by, await spoken('Commented, deleted'), 'Commented, deleted');
  await filler.toDraft(by, await spoken('Commented, draft again'));
  await filler.move(staff.mo, 'blog', await spoken('Commented, hidden'), 'shown', 'hidden');
  await filler.move(staff.mo, 'blog', await spoken('Commented, removed'), 'shown', 'removed');
  const edited = await spoken('Commented, waits after an edit');
  await filler.save(by, edited, 'Commented, waits after an edit', {
    longDescription: filler.suspect('Edited'),
  });
}

async function writeDrafts(filler: SiteFiller, ada: StoryPerson): Promise<void> {
  await filler.draft(ada, 'A draft');
  const long = 'Much of it. '.repeat(200);
  await filler.draft(ada, 'A draft with earlier states', [
    { longDescription: long },
    { longDescription: 'Little.' },
    { longDescription: `${long}Again.` },
    { longDescription: 'Less.' },
  ]);
  const gone = await filler.draft(ada, 'A discarded draft', [
    { longDescription: long },
    { longDescription: 'Little.' },
  ]);
  await filler.send(ada, 'DELETE', `/api/drafts/${gone}`);
  await filler.draft(ada, 'The draft called new', [{ title: '' }], 'new');
  await filler.schedule(ada, await filler.draft(ada, 'Scheduled'), Date.now() + 100 * dayMs);
  const linked = await filler.draft(ada, 'With a link');
  const link = await filler.send<{ token: string }>(ada, 'POST', `/api/drafts/${linked}/preview`);
  filler.secrets.preview = link.token;
  const failing = await filler.draft(ada, 'Scheduled in vain');
  await filler.schedule(ada, failing, Date.now() + 2_000);
  await filler.draft(ada, 'Scheduled in vain', [{ title: '' }], failing);
  await untilTrue('the draft in vain has failed', async () => {
    const drafts = await filler.send<{ key: string; publishFailure: unknown }[]>(
      ada,
      'GET',
      `/api/drafts?key=${failing}`,
    );
    return drafts[0]?.publishFailure != null;
  });
}

/** Writes one text in every state as this person. */
async function writeOneOfEach(filler: SiteFiller, by: StoryPerson, staff: Staff, others: Others) {
  const own = (what: string) => `${what} by ${by.name}`;
  await filler.rich(by, own('Published'), others);
  await filler.delete(by, await filler.rich(by, own('Deleted'), others), own('Deleted'));
  await filler.toDraft(by, await filler.rich(by, own('Draft again'), others));
  const thrown = await filler.rich(by, own('Draft again, discarded'), others);
  await filler.toDraft(by, thrown);
  await filler.send(by, 'DELETE', `/api/drafts/${thrown}`);
  for (const state of ['hidden', 'removed']) {
    await filler.move(staff.mo, 'blog', await filler.rich(by, own(state), others), 'shown', state);
  }
  const hidden = await filler.rich(by, own('Hidden, deleted'), others);
  await filler.move(staff.mo, 'blog', hidden, 'shown', 'hidden');
  await filler.delete(by, hidden, own('Hidden, deleted'));
  await filler.publish(by, filler.suspect(own('Waits')));
  const edited = await filler.rich(by, own('Waits after an edit'), others);
  await filler.save(by, edited, own('Waits after an edit'), {
    longDescription: filler.suspect('Edited'),
  });
  await filler.draft(by, own('A draft'));
  const others1 = filler.texts.find(({ name }) => name === 'Published');
  if (others1) {
    await sayEverything(filler, others1.id, `by ${by.name}`, by, staff);
    await filler.wish(by, others1.id);
  }
}

/** Creates accounts that are then deleted or suspended, and one whose texts are all hidden. */
async function endAccounts(filler: SiteFiller, staff: Staff, others: Others): Promise<void> {
  const end = (by: StoryPerson, blogs: 'keep' | 'remove') =>
    filler.send(by, 'POST', '/api/account/delete', { password, blogs });
  const hideAll = ({ id }: StoryPerson) =>
    filler.send(staff.mo, 'POST', '/api/manage/hide-all', { personId: id, reason: 'All of it.' });
  const suspend = ({ id }: StoryPerson, until: string | null) =>
    filler.send(staff.mo, 'PUT', `/api/manage/people/${id}/suspension`, { until, reason: 'Loud.' });
  const attempt = async (name: string) => {
    const person = await filler.signUp(name);
    await writeOneOfEach(filler, person, staff, others);
    return person;
  };
  await end(await attempt('Dan'), 'keep');
  await end(await attempt('Eve'), 'remove');
  await hideAll(await attempt('Fay'));
  const gil = await attempt('Gil');
  await hideAll(gil);
  await end(gil, 'remove');
  await suspend(await attempt('Ian'), new Date(Date.now() + 20 * dayMs).toISOString());
  await suspend(await filler.signUp('Jan'), null);
}

async function report(filler: SiteFiller, by: Others, { mo }: Staff): Promise<void> {
  const idOf = (wanted: string) => filler.texts.find(({ name }) => name === wanted)?.id ?? '';
  const [one, other] = by;
  if (!one || !other) return;
  await filler.report(one, 'blog', idOf('Published'));
  await filler.report(other, 'blog', idOf('Published'), 'abuse');
  await filler.report(other, 'comment', idOf('A comment on Commented'));
  await filler.report(one, 'blog', idOf('Commented'), 'copied');
  const settled = { kind: 'blog', id: idOf('Commented'), reason: 'No.' };
  const { at } = await filler.send<{ at: string }>(mo, 'POST', '/api/manage/settle', settled);
  filler.secrets.settledAt = at;
  const hidden = await filler.publish(other, 'Reported, hidden');
  await filler.report(one, 'blog', hidden, 'illegal');
  await filler.move(mo, 'blog', hidden, 'shown', 'hidden');
  const deleted = await filler.publish(other, 'Reported, deleted');
  await filler.report(one, 'blog', deleted, 'other');
  await filler.delete(other, deleted, 'Reported, deleted');
}

async function importOld(filler: SiteFiller, site: FilledSite, { mo }: Staff): Promise<void> {
  const front = (title: string, author: string) =>
    `---\ntitle: ${title}\ndate: 2020-01-02\n${author}category: Other\n---\n\nFrom elsewhere.\n`;
  await site.importBlogs({
    'one.md': front('Imported', 'author: Old Author\n'),
    'two.md': front('Imported without an author', ''),
    'three.md': front('Imported, hidden', ''),
    'four.md': front('Imported, removed', 'author: Old Author\n'),
  });
  const all = await filler.send<{ _id: string; title: string }[]>(
    mo,
    'GET',
    '/api/allBlogs?search=imported',
  );
  for (const { _id, title } of all) {
    filler.remember('blog', title, _id, mo);
    const [, state] = title.split(', ');
    if (state !== undefined) await filler.move(mo, 'blog', _id, 'shown', state);
  }
}

async function secure(filler: SiteFiller, site: FilledSite, ben: StoryPerson, ada: StoryPerson) {
  const confirm = { password };
  const codes = await filler.send<{ setup: string; secret: string }>(
    ben,
    'POST',
    '/identity/codes/begin',
    confirm,
  );
  const code = codeOf(codes.secret, stepOf(Date.now()));
  await filler.send(ben, 'POST', '/identity/codes', { setup: codes.setup, code });
  filler.secrets.codes = codes.secret;
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
  await filler.send(same, 'POST', '/identity/passkeys', { name: 'Laptop', credential });
  await filler.send(ada, 'PUT', '/api/account/bio', { bio: 'Weaves.' });
  await filler.send(ada, 'POST', '/identity/send-verification');
  const token = await site.tokenIn(ada.email, 'Is this your email');
  await filler.send(ada, 'POST', '/identity/verify-email', { token });
  await filler.send(ada, 'PUT', '/api/account/letters', { comments: true });
  await filler.send(ben, 'POST', '/identity/forgot-password', { email: ben.email });
  filler.secrets.reset = await site.tokenIn(ben.email, 'Choose a new password');
}

async function sendEmails(filler: SiteFiller, site: FilledSite, { olive }: Staff) {
  const own = <T = unknown>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    at: string,
    body?: unknown,
  ) => filler.send<T>(olive, method, at, body);
  await own('PUT', '/api/manage/newsletter', { isOn: true, hasDigest: true });
  const subscribe = async (email: string) => {
    await own('POST', '/api/newsletter/subscriptions', { email });
    return site.tokenIn(email, 'Confirm your subscription');
  };
  for (const email of ['reader@example.org', 'ada@example.org']) {
    await own('POST', '/api/newsletter/confirm', { token: await subscribe(email) });
  }
  filler.secrets.subscription = await subscribe('unsure@example.org');
  const published = filler.texts.find(({ name }) => name === 'Published');
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
  filler.secrets.issue = (await issue('Not sent yet')).id;
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
  filler.secrets.message = idOf('Deleted');
}

async function setUp(filler: SiteFiller, { olive }: Staff): Promise<void> {
  let version = 0;
  for (const settings of [{ name: 'The Old Hub' }, { name: 'The Hub', tagline: 'As it was.' }]) {
    const body = { version, settings };
    ({ version } = await filler.send<{ version: number }>(
      olive,
      'PUT',
      '/api/manage/settings',
      body,
    ));
  }
  const invite = async (label: string) => {
    const body = { label, peopleMax: 2, days: 300 };
    const made = await filler.send<{ id: string; link: string }>(
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
  filler.secrets.invite = token;
  await filler.signUp('Kim', token);
  const { id } = await invite('Nobody');
  await filler.send(olive, 'DELETE', `/api/manage/invitations/${id}`);
}

async function sendPictures(filler: SiteFiller, ada: StoryPerson): Promise<void> {
  for (const background of ['#204060', '#a06020']) {
    const picture = sharp({ create: { width: 320, height: 200, channels: 3, background } });
    const { address } = await filler.send<{ address: string }>(
      ada,
      'POST',
      '/api/pictures',
      new Blob([new Uint8Array(await picture.png().toBuffer())]),
    );
    if (background === '#204060')
      await filler.publish(ada, 'With an own picture', { imageUrl: address });
  }
}

/** Fills an empty site with rows of every kind, each written by its own program. */
export async function fillWithEverything(site: FilledSite): Promise<Story> {
  const filler = new SiteFiller(site.url);
  const staff = await nameStaff(filler, site.claim());
  const ada = await filler.signUp('Ada');
  const ben = await filler.signUp('Ben');
  const cyd = await filler.signUp('Cyd');
  const others = [ben, cyd];
  await setUp(filler, staff);
  await writeBlogs(filler, ada, others);
  await holdBlogs(filler, ada, staff, others);
  await comment(filler, ada, ben, staff);
  await writeDrafts(filler, ada);
  await endAccounts(filler, staff, others);
  await report(filler, others, staff);
  await importOld(filler, site, staff);
  await sendPictures(filler, ada);
  await secure(filler, site, ben, ada);
  await sendEmails(filler, site, staff);
  // Written after e-mails were switched on: its notification is still pending.
  const published = filler.texts.find(({ name }) => name === 'Published');
  if (published) await filler.comment(cyd, published.id, 'A comment to notify of');
  return filler.story();
}
