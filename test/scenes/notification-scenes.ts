import type { Page } from 'playwright-core';
import type { Notification } from '../../src/features/notifications/contract.ts';
import { paths } from '../../src/paths.ts';
import {
  answerChanges,
  arriveFailing,
  arriveWaiting,
  arriveWithin,
  awaitDialog,
  pressButton,
  type Scene,
} from './scene.ts';

const notifications = {
  screen: 'notifications',
  path: paths.notifications.to(),
  isMember: true,
} as const;
const following = { screen: 'following', path: paths.following.to(), isMember: true } as const;

const one: Notification = {
  _id: '01890000-0000-7000-8000-000000000001',
  kind: 'comment',
  count: 1,
  isMore: false,
  title: 'The lighthouse keepers who never met',
  names: ['Theodora Achterberg-Featherstonehaugh'],
  decision: null,
  to: '/blog/01890000-0000-7000-8000-000000000002',
  at: '2026-11-20T09:00:00.000Z',
  isRead: false,
};
const listed: readonly Notification[] = [
  one,
  { ...one, _id: 'b', kind: 'reply', count: 50, isMore: true, title: 'ש'.repeat(120) },
  {
    ...one,
    _id: 'c',
    kind: 'decision',
    names: [],
    decision: { text: 'comment', outcome: 'hidden' },
    title: null,
    to: null,
  },
  { ...one, _id: 'd', kind: 'blog', count: 3, isRead: true },
];

const history = { screen: 'history', path: paths.history.to(), isMember: true } as const;
const readBlog = {
  _id: '01890000-0000-7000-8000-000000000003',
  title: 'The lighthouse keepers who never met',
  author: 'Theodora Achterberg-Featherstonehaugh',
  readAt: '2026-11-20T09:00:00.000Z',
  share: 62,
  isFinished: false,
};
const readBlogs = [
  readBlog,
  { ...readBlog, _id: 'b', title: 'ש'.repeat(120), author: null, share: 100, isFinished: true },
  { ...readBlog, _id: 'c', title: 'W'.repeat(100), share: 0 },
];

async function arriveRead(page: Page, path: string): Promise<void> {
  await page.route('**/api/history', (route) =>
    route.fulfill({
      json: readBlogs,
      headers: { link: '</api/history?cursor=x>; rel="next"' },
    }),
  );
  await arriveWithin(page, path);
  await page.getByText('62% read').waitFor();
}

async function unfollow(page: Page): Promise<void> {
  await answerChanges(page, '**/api/followed/*', (route) => route.fulfill({ status: 204 }));
  await pressButton('Unfollow')(page);
}

async function askToSwitchOff(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Keep my reading history' }).click();
  await awaitDialog(page);
}

async function arriveListed(page: Page, path: string): Promise<void> {
  await page.route('**/api/notifications', (route) => route.fulfill({ json: listed }));
  await page.route('**/api/notifications/unread', (route) =>
    route.fulfill({ json: { count: 10 } }),
  );
  await arriveWithin(page, path);
  await page.getByText('More than 50 replies').waitFor();
}

/** Notifications, followed authors and reading history. */
export const notificationScenes: readonly Scene[] = [
  { ...notifications, state: 'empty', content: 'demo' },
  { ...notifications, state: 'listed', content: 'demo', arrive: arriveListed },
  {
    ...notifications,
    state: 'error',
    content: 'demo',
    arrive: arriveFailing('**/api/notifications'),
  },
  {
    ...notifications,
    state: 'loading',
    content: 'demo',
    arrive: arriveWaiting('**/api/notifications'),
  },
  { ...following, state: 'empty', content: 'demo' },
  { ...following, state: 'many', content: 'many' },
  { ...following, state: 'unfollowed', content: 'many', act: unfollow },
  { ...following, state: 'error', content: 'demo', arrive: arriveFailing('**/api/followed/**') },
  { ...following, state: 'loading', content: 'demo', arrive: arriveWaiting('**/api/followed/**') },
  { ...history, state: 'empty', content: 'demo' },
  { ...history, state: 'read', content: 'demo', arrive: arriveRead },
  { ...history, state: 'asked', content: 'demo', act: askToSwitchOff },
  { ...history, state: 'error', content: 'demo', arrive: arriveFailing('**/api/history') },
  { ...history, state: 'loading', content: 'demo', arrive: arriveWaiting('**/api/history') },
];
