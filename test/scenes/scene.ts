import type { Page, Route } from 'playwright-core';
import { paths } from '../../src/paths.ts';
import type { ProblemKind } from '../../src/platform/contract/problems.ts';
import { hydrated } from '../hydrated.ts';
import type { SceneSite, SiteContent } from './scene-sites.ts';

/** A screen in one of its states. */
export interface Scene {
  readonly screen: string;
  readonly state: string;
  readonly content: SiteContent;
  readonly path: string | ((site: SceneSite) => string);
  /** True for somebody who has signed up. */
  readonly isMember?: boolean;
  /** True for the owner of the site. */
  readonly isOwner?: boolean;
  /** Windows at least this wide, in CSS pixels, don't have this state. */
  readonly below?: number;
  /** How the screen is reached: asked from the server, unless told. */
  readonly arrive?: (page: Page, path: string) => Promise<void>;
  /** Words of what the page asks for once it is there. */
  readonly comesLate?: string;
  /** What brings about the state, once the page is hydrated. */
  readonly act?: (page: Page) => Promise<void>;
}

export const arriveFromServer = async (page: Page, path: string) => {
  await page.goto(path);
  await hydrated(page);
};

/** Goes on within the site from a page that has asked the API for nothing about blogs. */
export async function arriveWithin(page: Page, path: string): Promise<void> {
  await arriveFromServer(page, paths.signUp.to());
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Has the calls that match fail for good, so that nothing is tried again. */
export function arriveFailing(calls: string) {
  return async (page: Page, path: string): Promise<void> => {
    await page.route(calls, (route) => route.fulfill({ status: 413, body: '' }));
    await arriveWithin(page, path);
    await page.getByRole('alert').first().waitFor();
  };
}

/** Has the calls that match answered by this in place of the server, and waits for what the page says then. */
export function arriveTold(calls: string, json: object) {
  return async (page: Page, path: string): Promise<void> => {
    await page.route(calls, (route) => route.fulfill({ json }));
    await arriveWithin(page, path);
    await page.getByRole('main').getByRole('status').first().waitFor();
  };
}

/** Has the calls that match never answered. */
export function arriveWaiting(calls: string) {
  return async (page: Page, path: string): Promise<void> => {
    await page.route(calls, () => {});
    await arriveWithin(page, path);
    await page.locator(':is(main [aria-busy=true], main [role=status]):visible').first().waitFor();
  };
}

/** Has the server refuse the next changes at addresses that match. */
export async function refuseChanges(
  page: Page,
  calls: string,
  { code, status, message }: ProblemKind,
): Promise<void> {
  await answerChanges(page, calls, (route) =>
    route.fulfill({ status, json: { code, message, requestId: 'scene' } }),
  );
}

/** Answers the next changes at addresses that match in place of the server, which then knows nothing of them. */
export async function answerChanges(
  page: Page,
  calls: string,
  answer: (route: Route) => Promise<void>,
): Promise<void> {
  await page.route(calls, (route) =>
    route.request().method() === 'GET' ? route.fallback() : answer(route),
  );
}

/** Where the blog is read whose title starts like this. */
export function blogTitled(start: string) {
  return ({ blogIds }: SceneSite): string => {
    const [, id] = [...blogIds].find(([title]) => title.startsWith(start)) ?? [];
    if (id === undefined) throw new Error(`No blog's title starts with ${start}.`);
    return paths.blog.to(id);
  };
}

export const firstBlog = ({ blogIds }: SceneSite) => paths.blog.to([...blogIds.values()][0] ?? '');

export const firstAuthor = ({ authorId }: SceneSite) => paths.author.to(authorId);

export const pressButton = (name: string) => async (page: Page) => {
  await page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
};

export async function fillField(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('main').getByLabel(name, { exact: true }).fill(text);
}

/** Waits for a toast and keeps it: under the pointer it stays. */
export async function holdToast(page: Page, text: string): Promise<void> {
  await page.locator('.Toastify__toast').getByText(text).hover();
}

export const awaitDialog = (page: Page) => page.getByRole('dialog').waitFor();
