import { expect, test } from 'vitest';
import { eventually, open } from '../browser.ts';
import { visitedSite } from '../visited-site.ts';

const site = visitedSite();

test('each missing field is reported and marked, and the first one is focused', {
  tags: 'slow',
}, async () => {
  const { page } = await site.visit();
  await open(page, '/contact');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Send Message' }).click();
  for (const [label, message] of [
    ['Name', 'Please tell us your name.'],
    ['Email', 'Please tell us your email address.'],
    ['Message', 'Please write a message.'],
  ] as const) {
    await main.getByText(message, { exact: true }).waitFor();
    const field = main.getByRole('textbox', { name: label, exact: true });
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.getAttribute('required')).not.toBeNull();
  }
  const name = main.getByRole('textbox', { name: 'Name', exact: true });
  await eventually(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('each label of the form is the label of one field on the page', async () => {
  const { page } = await site.visit();
  await open(page, '/contact');
  for (const label of ['Name', 'Email', 'Message']) {
    expect(await page.getByLabel(label, { exact: true }).count()).toBe(1);
  }
});

test('an invalid e-mail address is refused', async () => {
  const { page } = await site.visit();
  await open(page, '/contact');
  const main = page.getByRole('main');
  await main.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada');
  await main.getByRole('textbox', { name: 'Email', exact: true }).fill('ada at example');
  await main.getByRole('textbox', { name: 'Message', exact: true }).fill('Hello');
  await main.getByRole('button', { name: 'Send Message' }).click();
  await main.getByText('This is not an email address yet.').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a message of the demo form is thanked for, the form is cleared and focused, and nothing is sent', async () => {
  const { page } = await site.visit();
  await open(page, '/contact');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  const main = page.getByRole('main');
  const values = { Name: 'Ada', Email: 'ada@example.org', Message: 'Hello\nthere' };
  for (const [label, value] of Object.entries(values)) {
    await main.getByRole('textbox', { name: label, exact: true }).fill(value);
  }
  const send = main.getByRole('button', { name: 'Send Message' });
  await send.click();
  const dialog = page.getByRole('dialog', { name: 'Thank You!' });
  await dialog.getByText('Your message has been sent successfully.', { exact: true }).waitFor();
  await dialog.getByRole('button').click();
  await dialog.waitFor({ state: 'hidden' });
  for (const label of Object.keys(values)) {
    await eventually(() =>
      main.getByRole('textbox', { name: label, exact: true }).inputValue(),
    ).toBe('');
  }
  await eventually(() => send.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(sent).toEqual([]);
  expect(page.url()).toBe(`${site.url}/contact`);
});

test('the page names an e-mail address, a phone number, an address in a city and social links', async () => {
  const { page } = await site.visit({ javaScriptEnabled: false });
  await page.goto('/contact');
  const main = page.getByRole('main');
  expect(await main.getByRole('link', { name: /@/ }).getAttribute('href')).toMatch(
    /^mailto:\S+@\S+$/,
  );
  expect(await main.getByRole('link', { name: /^\+/ }).getAttribute('href')).toMatch(/^tel:\+\d+$/);
  expect(await main.locator('address').innerText()).toContain('London');
  for (const network of ['Twitter', 'Facebook', 'YouTube']) {
    expect(await main.getByRole('link', { name: network, exact: true }).isVisible()).toBe(true);
  }
});
