import type { Page, Route } from 'playwright-core';
import { paths } from '../../src/paths.ts';
import type { Problem } from '../../src/platform/contract/problems.ts';
import { hydrated } from '../hydrated.ts';
import type { SceneSite, SiteContent } from './scene-sites.ts';

/** A screen in one of its states. */
export interface Scene {
  readonly screen: string;
  readonly state: string;
  readonly content: SiteContent;
  readonly path: string | ((site: SceneSite) => string);
  /** True for a signed-in member. */
  readonly isMember?: boolean;
  /** True for the owner of the site. */
  readonly isOwner?: boolean;
  /** Windows of at least this width, in CSS pixels, don't have this state. */
  readonly below?: number;
  /** How the screen is reached; by default it is requested from the server. */
  readonly arrive?: (page: Page, path: string) => Promise<void>;
  /** Text that the page loads after hydration, to wait for. */
  readonly comesLate?: string;
  /** Brings about the state, once the page is hydrated. */
  readonly act?: (page: Page) => Promise<void>;
}

export const arriveFromServer = async (page: Page, path: string) => {
  await page.goto(path);
  await hydrated(page);
};

/** Navigates within the site from a page that has made no API call about blogs. */
export async function arriveWithin(page: Page, path: string): Promise<void> {
  await arriveFromServer(page, paths.signUp.to());
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Makes matching calls fail with a status that isn't retried. */
export function arriveFailing(calls: string) {
  return async (page: Page, path: string): Promise<void> => {
    await page.route(calls, (route) => route.fulfill({ status: 413, body: '' }));
    await arriveWithin(page, path);
    await page.getByRole('alert').first().waitFor();
  };
}

/** Answers matching calls with this JSON instead of the server, and waits for the page's status message. */
export function arriveWithReply(calls: string, json: object) {
  return async (page: Page, path: string): Promise<void> => {
    await page.route(calls, (route) => route.fulfill({ json }));
    await arriveWithin(page, path);
    await page.getByRole('main').getByRole('status').first().waitFor();
  };
}

/** Leaves matching calls unanswered. */
export function arriveWaiting(calls: string) {
  return async (page: Page, path: string): Promise<void> => {
    await page.route(calls, () => {});
    await arriveWithin(page, path);
    await page.locator(':is(main [aria-busy=true], main [role=status]):visible').first().waitFor();
  };
}

/** Refuses changes at matching addresses, in place of the server. */
export async function refuseChanges(
  page: Page,
  calls: string,
  { code, status, message }: Pick<Problem, 'code' | 'status' | 'message'>,
): Promise<void> {
  await answerChanges(page, calls, (route) =>
    route.fulfill({ status, json: { code, message, requestId: 'scene' } }),
  );
}

/** Answers changes at matching addresses in place of the server, which doesn't receive them. */
export async function answerChanges(
  page: Page,
  calls: string,
  answer: (route: Route) => Promise<void>,
): Promise<void> {
  await page.route(calls, (route) =>
    route.request().method() === 'GET' ? route.fallback() : answer(route),
  );
}

/** The path of the blog whose title starts with this. */
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

/** Waits for a toast and hovers over it, which keeps it open. */
export async function holdToast(page: Page, text: string): Promise<void> {
  await page.locator('.Toastify__toast').getByText(text).hover();
}

export const awaitDialog = (page: Page) => page.getByRole('dialog').waitFor();
