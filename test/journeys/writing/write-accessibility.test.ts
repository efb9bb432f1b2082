// @module-tag slow
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from '../../browser.ts';
import { visitedSite } from '../../visited-site.ts';
import {
  boxOf,
  fillBlog,
  formattedText,
  openEditor,
  savedOnServer,
  saveStatus,
  showMarkdown,
} from '../../writing.ts';

const site = visitedSite();

/** A node of the accessibility tree. */
interface AccessibleNode {
  readonly role: string;
  readonly name: string;
  /** Read out after the name. */
  readonly description: string;
  readonly isInvalid: boolean;
  /** How changes are announced: `off`, `polite` or `assertive`. */
  readonly live: string;
  readonly text: string;
}

const named = ['button', 'link', 'textbox', 'combobox', 'checkbox', 'toolbar', 'region', 'heading'];

/** The accessibility tree of the page's main part, as Chromium exposes it to screen readers. */
async function accessibleNodesOf(page: Page): Promise<AccessibleNode[]> {
  const browser = await page.context().newCDPSession(page);
  const { nodes } = await browser.send('Accessibility.getFullAXTree');
  await browser.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const main = nodes.find(({ role }) => role?.value === 'main');
  const within = (id: string): typeof nodes => {
    const node = byId.get(id);
    return node ? [node, ...(node.childIds ?? []).flatMap(within)] : [];
  };
  return within(main?.nodeId ?? '')
    .filter(({ ignored }) => !ignored)
    .map((node) => {
      const value = (key: string) => node.properties?.find(({ name }) => name === key)?.value.value;
      return {
        role: String(node.role?.value),
        name: String(node.name?.value ?? ''),
        description: String(node.description?.value ?? ''),
        isInvalid: value('invalid') === 'true',
        live: String(value('live') ?? 'off'),
        text: within(node.nodeId)
          .filter(({ role }) => role?.value === 'StaticText')
          .map(({ name }) => String(name?.value ?? ''))
          .join(''),
      };
    });
}

/** Problems of the accessibility tree, whatever the page looks like. */
function faultsOf(nodes: readonly AccessibleNode[]): string[] {
  return nodes.flatMap(({ role, name, description }) => [
    ...(named.includes(role) && name.trim() === '' ? [`a ${role} without a name`] : []),
    ...(name !== '' && name === description ? [`${role} “${name}” is read twice`] : []),
  ]);
}

const fieldOf = (nodes: readonly AccessibleNode[], name: string) =>
  nodes.find((one) => one.role === 'textbox' && one.name === name);

test('every control of the editor’s page has one accessible name, and none is invalid before the first save', async () => {
  const { page, context } = await site.visit();
  await openEditor(page, context, site.url);
  await formattedText(page).waitFor();
  const nodes = await accessibleNodesOf(page);
  expect(nodes.length).toBeGreaterThan(40);
  expect(faultsOf(nodes)).toEqual([]);
  expect(nodes.filter(({ isInvalid }) => isInvalid)).toEqual([]);
  for (const name of ['Long Description', 'Formatted text']) {
    expect(fieldOf(nodes, name)?.description).toMatch(/Esc, then Tab, leaves the field/);
  }

  await showMarkdown(page);
  await eventually(
    async () => fieldOf(await accessibleNodesOf(page), 'Long Description')?.description,
  ).toMatch(/^Markdown: .*leaves the field/);
  expect(faultsOf(await accessibleNodesOf(page))).toEqual([]);
});

test('an error is announced with its field, and the save status is announced when it changes', async () => {
  const { page, context } = await site.visit({ allowedComplaints: /ERR_INTERNET_DISCONNECTED/ });
  await openEditor(page, context, site.url);
  await fillBlog(page, { title: 'Half a blog', longDescription: 'Some **words**.' });
  await savedOnServer(page);
  const status = async () =>
    (await accessibleNodesOf(page)).filter(({ role, text }) => role === 'status' && text !== '');
  expect(await status()).toEqual([
    expect.objectContaining({
      live: 'polite',
      text: expect.stringMatching(/^Saved \d{1,2}:\d\d [AP]M$/),
    }),
  ]);

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await eventually(async () => {
    const wrong = (await accessibleNodesOf(page)).filter(({ isInvalid }) => isInvalid);
    return wrong.map(({ name, description }) => `${name}: ${description}`);
  }).toEqual([
    'Image URL: Image URL is required.',
    'Category: Category must be chosen from the list.',
    expect.stringMatching(/^Short Description: Short description is required\./),
  ]);
  expect(faultsOf(await accessibleNodesOf(page))).toEqual([]);

  await context.setOffline(true);
  await boxOf(page, 'longDescription').press('End');
  await page.keyboard.type(' More.');
  await eventually(() => saveStatus(page).textContent()).toBe('Offline');
  expect((await status()).map(({ live, text }) => `${live}: ${text}`)).toContain('polite: Offline');
});
