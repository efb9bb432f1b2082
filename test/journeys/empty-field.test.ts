// @module-tag slow
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newAccount } from '../account.ts';
import { open } from '../browser.ts';
import { ownHeaders, signUp } from '../site-member.ts';
import { visitedSite } from '../visited-site.ts';
import { editDatabase, failedCalls, latestBlogs, memberOf } from '../wishes-and-comments.ts';

// Enables the forms that send e-mails; none is ever sent here.
const site = visitedSite({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'hub@example.org' });

const sentence = 'This looks as if a program had filled in the form. Please type it yourself.';

interface FormWithField {
  readonly path: () => string | Promise<string>;
  readonly isForMembers?: boolean;
  readonly find: (page: Page) => Locator;
  /** The visible fields to fill in, by label. */
  readonly typed: Readonly<Record<string, string>>;
  readonly button: string;
}

const forms: Readonly<Record<string, FormWithField>> = {
  'Sign Up': {
    path: () => '/Account/signup',
    find: (page) => page.getByRole('main').locator('form'),
    typed: {
      'Your Name': 'Ada',
      'Photo URL': 'https://example.org/ada.png',
      Email: newAccount().email,
      Password: 'Analytical1',
    },
    button: 'Sign Up',
  },
  'a comment': {
    path: async () => `/blog/${(await latestBlogs(site))[0]._id}`,
    isForMembers: true,
    find: (page) => page.locator('form', { hasText: 'Add a comment' }),
    typed: { 'Add a comment': 'Well said.' },
    button: 'Post Comment',
  },
  Contact: {
    path: () => '/contact',
    find: (page) => page.getByRole('main').locator('form'),
    typed: { Name: 'Ada', Email: 'ada@example.org', Message: 'Hello' },
    button: 'Send Message',
  },
  Newsletter: {
    path: () => '/',
    find: (page) => page.getByRole('region', { name: 'Newsletter' }).locator('form'),
    typed: { 'Your email address': 'ada@example.org' },
    button: 'Subscribe',
  },
};

beforeAll(async () => {
  const { cookie, email } = await signUp(site.url);
  editDatabase(site, (database) => {
    database.prepare("update people set role = 'owner' where email = ?").run(email);
  });
  for (const [path, body] of [
    ['messages/settings', { isOn: true, forwardTo: '' }],
    ['newsletter', { isOn: true, hasDigest: false }],
  ] as const) {
    const reply = await fetch(`${site.url}/api/manage/${path}`, {
      method: 'PUT',
      headers: ownHeaders(site.url, cookie),
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  }
});

/** The labels of all fields of the form that the Tab key reaches. */
async function tabThrough(page: Page, form: Locator): Promise<string[]> {
  const reached: string[] = [];
  await form.getByRole('textbox').first().focus();
  for (;;) {
    const isInside = await form.evaluate((element) => element.contains(document.activeElement));
    if (!isInside) return reached;
    reached.push(
      await page.evaluate(() => {
        const focused = document.activeElement;
        const isField =
          focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement;
        return isField ? (focused.labels?.[0]?.textContent ?? 'a field without a name') : '';
      }),
    );
    await page.keyboard.press('Tab');
  }
}

test.each(Object.entries(forms))(
  'a value in the hidden field is refused: %s',
  async (_name, { path, isForMembers, find, typed, button }) => {
    const options = { allowedComplaints: failedCalls };
    const { page } = await (isForMembers ? memberOf(site, {}, options) : site.visit(options));
    await open(page, await path());
    const form = find(page);
    const unseen = form.locator('[aria-hidden="true"] input, input[aria-hidden="true"]');
    expect(await unseen.count()).toBe(1);

    // The field can't be found by sight, by a screen reader or by the Tab key.
    const areaSeen = await unseen.evaluate((field) => {
      const box = field.closest('[aria-hidden="true"]')?.getBoundingClientRect();
      return (box?.width ?? 0) * (box?.height ?? 0);
    });
    expect(areaSeen).toBeLessThanOrEqual(1);
    expect(await form.getByRole('textbox').count()).toBe(
      (await form.locator('textarea, input').count()) - 1,
    );
    const reached = await tabThrough(page, form);
    const labels = reached.filter((label) => label !== '');
    expect(labels).toHaveLength(Object.keys(typed).length);
    for (const label of Object.keys(typed)) expect(labels.join('\n')).toContain(label);

    // Browsers don't autofill it: autocomplete is off, and neither its name nor its position suggests a value.
    expect(await unseen.getAttribute('autocomplete')).toBe('off');
    expect((await unseen.getAttribute('name')) ?? '').toMatch(/^(homepage)?$/);
    const beforePassword = form.locator(
      'xpath=.//input[@type="password"]/preceding::input[1][@aria-hidden or ancestor::*[@aria-hidden="true"]]',
    );
    expect(await beforePassword.count()).toBe(0);

    for (const [label, value] of Object.entries(typed)) {
      await form.getByLabel(label, { exact: true }).fill(value);
    }
    await unseen.evaluate((field: HTMLInputElement) => {
      field.value = 'https://spam.example';
    });
    await form.getByRole('button', { name: button }).click();
    await page.getByText(sentence).first().waitFor();
  },
);
