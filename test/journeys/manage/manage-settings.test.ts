// @module-tag slow
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { onClaim } from '../../../src/app/features.ts';
import { saveAuthenticator } from '../../../src/features/account/server/factors/factor-store.ts';
import { givenMember, type Member } from '../../../src/identity/testing.ts';
import { paths } from '../../../src/paths.ts';
import { openStorage } from '../../../src/storage/open-storage.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { newAccount } from '../../account.ts';
import { eventually, open, type VisitOptions } from '../../browser.ts';
import { expectNoViolations } from '../../scenes/violations.ts';
import { visitedSite } from '../../visited-site.ts';

const site = visitedSite({ WORKERS: '2' });
const path = paths.manageSettings.to();
const scene = { screen: 'settings', state: 'filled in', content: 'demo', path } as const;

let owners = 0;

async function inStorage<T>(work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openStorage({
    dataDir: site.dataDir,
    onConnectionError: (error) => {
      throw error;
    },
  });
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

/** Creates an owner in the database, without a password prompt. */
function givenOwner(): Promise<Member> {
  owners += 1;
  return inStorage(async (storage) => {
    const owner = await givenMember(storage, site.url, `Olga ${owners}`, 'owner');
    await storage.write(async (write) => {
      await onClaim(write);
      await write.db
        .updateTable('people')
        .set({ photo_url: '/images/authors/adaeze-obi.webp' })
        .where('id', '=', owner.person.id)
        .execute();
    });
    return owner;
  });
}

/** An owner on the settings page, with the initial settings. */
async function visitOwned(options: VisitOptions = {}) {
  const owner = await givenOwner();
  const visitor = await site.visit(options);
  const cut = owner.cookie.indexOf('=');
  const cookie = { name: owner.cookie.slice(0, cut), value: owner.cookie.slice(cut + 1) };
  await visitor.context.addCookies([{ ...cookie, url: site.url }]);
  await open(visitor.page, path);
  onTestFinished(() => backToTheBeginning(owner));
  return { ...visitor, owner };
}

async function backToTheBeginning({ request }: Member): Promise<void> {
  const { version } = await (await request('/api/manage/settings')).json();
  await request('/api/manage/settings/restore', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ version, to: 0, password: '' }),
  });
}

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('The settings have been saved.').waitFor();
  await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined);
}

/** The page as each of the two processes sends it to signed-out visitors: connections are assigned in turn. */
async function readByBoth(address: string): Promise<string[]> {
  const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })];
  onTestFinished(() => {
    for (const agent of agents) agent.destroy();
  });
  const texts: string[] = [];
  for (const agent of agents) {
    const [reply] = await once(get(new URL(address, site.url), { agent }), 'response');
    texts.push((await reply.setEncoding('utf8').toArray()).join(''));
  }
  return texts;
}

test('an owner changes the site’s name and look, and every visitor sees it from each process', async () => {
  const { page } = await visitOwned();
  // Both processes cache the page with the initial settings.
  expect((await readByBoth('/')).join()).toContain('Welcome to the Content Hub');
  await field(page, 'Name').fill('The Loom');
  await field(page, 'Tagline').fill('Warp and weft since Tuesday');
  await field(page, 'Letters').fill('TL');
  await field(page, 'Accent, light theme').fill('#0B5563');
  await field(page, 'Accent, dark theme').fill('#7fd1de');
  await field(page, 'Email').first().fill('post@example.org');
  await field(page, 'Phone').fill('');
  await page.getByRole('button', { name: 'Add a link' }).first().click();
  const link = page.getByRole('group', { name: 'Link 1' });
  await link.getByLabel('Name').fill('Letters');
  await link.getByLabel('Address').fill('https://example.org/letters');
  await save(page);

  for (const home of await readByBoth('/')) {
    expect(home).toContain('<title>Home | The Loom</title>');
    expect(home).toContain('Warp and weft since Tuesday');
  }
  expect(await page.title()).toBe('Settings | The Loom');
  await eventually(() => page.getByText('Not saved yet.').count()).toBe(0);
  const stranger = await site.visit();
  await open(stranger.page, '/contact');
  const details = stranger.page.getByRole('region', { name: 'Reach us' });
  expect(await details.getByRole('link', { name: 'post@example.org' }).count()).toBe(1);
  expect(await details.getByText('Phone').count()).toBe(0);
  expect(await details.getByRole('link', { name: 'Letters' }).getAttribute('href')).toBe(
    'https://example.org/letters',
  );
  const send = stranger.page.getByRole('button', { name: 'Send Message' });
  const ground = () => send.evaluate((button) => getComputedStyle(button).backgroundColor);
  const light = await ground();
  expect(light).not.toBe('');
  await stranger.page.getByRole('button', { name: /dark/i }).first().click();
  await eventually(ground).not.toBe(light);
  const mark = stranger.page.getByRole('link', { name: 'The Loom' }).first().locator('img');
  expect(await mark.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  // The toast of the first save may still be visible.
  const undone = page.waitForResponse((reply) => reply.request().method() === 'POST');
  await page.getByRole('button', { name: 'Undo' }).click();
  await undone;
  await page.getByText('The settings have been saved.').waitFor();
  expect((await readByBoth('/')).join()).not.toContain('The Loom');
});

test('an accent colour with too little contrast is refused, with its contrast', async () => {
  const { page } = await visitOwned({ allowedComplaints: /400|412/ });
  const colour = field(page, 'Accent, light theme');
  await colour.fill('#ffcc00');
  const said = page.getByText(
    /In the light theme this colour can't be read well enough: its contrast is 1/,
  );
  await eventually(() => said.first().isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Save settings' }).click();
  await eventually(() => colour.evaluate((input) => input === document.activeElement)).toBe(true);
  expect((await readByBoth('/')).join()).not.toContain('/site/accent/');
  await page.getByRole('button', { name: 'Reset to default: accent' }).click();
  await eventually(() => said.count()).toBe(0);
  await field(page, 'Name').fill('');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await eventually(() => page.getByText('The name is required.').isVisible()).toBe(true);
});

test('an owner sees which services are not set up, and visitors don’t', async () => {
  const { page } = await visitOwned();
  const note = page.getByRole('region', { name: 'Not set up yet' });
  expect(await note.textContent()).toContain('set SMTP_URL and MAIL_FROM.');
  expect(await note.textContent()).toContain('set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.');
  const { page: visitor } = await site.visit();
  await open(visitor, paths.signIn.to());
  expect(await visitor.content()).not.toMatch(/SMTP_URL|GOOGLE_CLIENT_ID/);
});

test('saving settings in a second tab loses none of its input and overwrites nothing unseen', async () => {
  const { page, context } = await visitOwned({ allowedComplaints: /412/ });
  const other = await context.newPage();
  await open(other, path);
  await field(page, 'Name').fill('First');
  await field(page, 'Tagline').fill('Only in the first');
  await save(page);

  await field(other, 'Name').fill('Second');
  await field(other, 'Footer text').fill('Only in the second');
  await other.getByRole('button', { name: 'Save settings' }).click();
  await other.getByText('Somebody saved the settings while you were changing them.').waitFor();
  expect(await field(other, 'Name').inputValue()).toBe('Second');
  expect(await field(other, 'Tagline').inputValue()).toBe('Only in the first');
  expect(await field(other, 'Footer text').inputValue()).toBe('Only in the second');
  await expectNoViolations(other, scene);
  expect((await readByBoth('/')).join()).not.toContain('Only in the second');
  await other.getByRole('button', { name: 'Take theirs: name' }).click();
  await eventually(() => field(other, 'Name').inputValue()).toBe('First');
  await save(other);
  const [home = ''] = await readByBoth('/');
  expect(home).toContain('Welcome to First');
  expect(home).toContain('Only in the first');
  expect(home).toContain('Only in the second');
});

test('an owner confirms that staff no longer need a second factor, in the form and in the history', async () => {
  const { page, owner } = await visitOwned({ allowedComplaints: /409/ });
  const factor = { secret: 'JBSWY3DPEHPK3PXP', createdAt: Date.now() };
  await inStorage((storage) =>
    storage.write(({ db }) => saveAuthenticator(db, owner.person.id, factor, 1)),
  );
  const choice = field(page, 'Second factor of owners, moderators and editors');
  const dialog = page.getByRole('dialog', { name: 'Ask staff for no second factor any more?' });
  const confirm = async () => {
    const saved = page.waitForEvent('load');
    await dialog.getByRole('button', { name: 'Save settings' }).click();
    await saved;
    await page.getByText('The settings have been saved.').waitFor();
    await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined);
  };
  await choice.selectOption('needed');
  await save(page);
  await choice.selectOption('optional');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await confirm();
  expect(await choice.inputValue()).toBe('optional');

  const undo = page.getByRole('button', { name: 'Undo' });
  const back = page.waitForEvent('load');
  await undo.click();
  await back;
  await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined);
  expect(await choice.inputValue()).toBe('needed');
  await undo.click();
  await confirm();
  expect(await choice.inputValue()).toBe('optional');
});

test('an invited person signs up by the link, and others read why they can’t', async () => {
  const { page } = await visitOwned({ allowedComplaints: /40\d/ });
  await field(page, 'Who may sign up').selectOption('People with an invitation');
  await save(page);
  await field(page, 'Whom it is for').fill('Weavers');
  await page.getByRole('button', { name: 'Make a link' }).click();
  const link = (await page.getByText(/signup#invite=/).textContent()) ?? '';
  await expectNoViolations(page, scene);

  const stranger = await site.visit();
  await open(stranger.page, '/Account/signup');
  await stranger.page.getByText('New accounts are by invitation here.').waitFor();
  await expectNoViolations(stranger.page, scene);
  await open(stranger.page, link);
  const account = newAccount({ email: 'weaver@example.org', displayName: 'Wendy Weaver' });
  await field(stranger.page, 'Your Name').fill(account.displayName);
  await field(stranger.page, 'Photo URL').fill(account.photoURL);
  await field(stranger.page, 'Email').fill(account.email);
  await field(stranger.page, 'Password').fill(account.password);
  await stranger.page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click();
  await stranger.page.getByText('Welcome to The Content Hub, Wendy Weaver!').waitFor();

  const late = await site.visit();
  await open(late.page, link);
  await late.page.getByText('This invitation has been used or is over.').waitFor();
  await open(page, path);
  await page.getByText('used up: 1 of 1 came (Wendy Weaver)').waitFor();
});

test('the settings page has no accessibility violations in either theme', async () => {
  const { page } = await visitOwned();
  await expectNoViolations(page, scene);
});

test('an owner chooses the featured blogs and their order', async () => {
  const { page } = await visitOwned();
  const [first, second] = (await (await page.request.get('/api/latestBlogs')).json()) as {
    _id: string;
    title: string;
  }[];
  await field(page, 'What is featured').selectOption('chosen');
  const address = field(page, 'Address of a blog');
  await address.fill('nothing');
  await address.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'Paste the address of a blog' }).waitFor();
  for (const blog of [first, second]) {
    await address.fill(`${site.url}/blog/${blog?._id}`);
    await address.press('Enter');
    await page.getByRole('button', { name: `Remove: ${blog?.title}` }).waitFor();
  }
  await page.getByRole('button', { name: `Up: ${second?.title}` }).click();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('The settings have been saved.').waitFor();
  await page.goto('/Featured-Blogs');
  await page.getByText('Chosen by hand by the people who run this site.').waitFor();
  const titles = page.getByRole('main').getByRole('row').getByRole('link');
  expect(await titles.allInnerTexts()).toEqual([second?.title, first?.title]);
});
