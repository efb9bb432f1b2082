import { expect, test } from 'vitest';
import { heldStates } from './held.ts';
import {
  backToDraft,
  hideOnBlog,
  hold,
  isVisible,
  type Life,
  publishAgain,
  published,
  release,
  remove,
  restorableMs,
  restore,
  showOnBlog,
  type Transition,
  textStates,
} from './life.ts';

const now = 1_000;
const moderations = ['none', ...heldStates] as const;

/** Every combination of states that a text can have. */
const lives: readonly Life[] = textStates.flatMap((state) =>
  (['published', 'draft'] as const).flatMap((former) =>
    moderations.flatMap((moderation) =>
      [false, true].flatMap((isAuthorAway) =>
        [null, now - 1].map((authorHiddenAt) => ({
          state,
          formerState: state === 'removed' ? former : null,
          wasPublished: true,
          removedUntil: state === 'removed' ? now + 1 : null,
          moderation,
          isAuthorAway,
          authorHiddenAt,
        })),
      ),
    ),
  ),
);
const imported: Life = { ...published, state: 'draft', wasPublished: false };

const transitions: Readonly<Record<string, Transition>> = {
  backToDraft,
  publishAgain,
  remove: remove(now),
  restore: restore(now),
  release,
  hideOnBlog: hideOnBlog(now),
  showOnBlog,
  ...Object.fromEntries(heldStates.map((state) => [`hold as ${state}`, hold(state)])),
};

const run = (life: Life, ...steps: readonly Transition[]): Life | undefined =>
  steps.reduce<Life | undefined>((one, step) => one && step(one), life);

test('only a published text without any hold is visible', () => {
  expect(lives.filter(isVisible)).toEqual([published, published]);
});

test('a transition changes no hold other than its own', () => {
  for (const life of lives) {
    for (const [name, transition] of Object.entries(transitions)) {
      const after = transition(life);
      if (!after) continue;
      expect([name, after.isAuthorAway]).toEqual([name, life.isAuthorAway]);
      const isOfBlogAuthor = name.endsWith('OnBlog');
      if (isOfBlogAuthor) expect({ ...after, authorHiddenAt: life.authorHiddenAt }).toEqual(life);
      else expect([name, after.authorHiddenAt]).toEqual([name, life.authorHiddenAt]);
      const isOfStaff = name === 'release' || name.startsWith('hold');
      if (isOfStaff) expect({ ...after, moderation: life.moderation }).toEqual(life);
      else expect([name, after.moderation]).toEqual([name, life.moderation]);
    }
  }
});

test('a text has a former state and a restore deadline exactly if it is removed', () => {
  for (const life of lives) {
    for (const transition of Object.values(transitions)) {
      const after = transition(life);
      if (!after) continue;
      const isRemoved = after.state === 'removed';
      expect(after.formerState !== null).toBe(isRemoved);
      expect(after.removedUntil !== null).toBe(isRemoved);
    }
  }
});

test('a text that its author removed can be restored unchanged for a week', () => {
  for (const life of lives) {
    const removed = remove(now)(life);
    const isTheirs = life.state !== 'removed' && life.moderation !== 'removed';
    expect(removed !== undefined).toBe(isTheirs);
    if (!removed) continue;
    expect(run(removed, restore(now + restorableMs - 1))).toEqual(life);
    expect(run(removed, restore(now + restorableMs))).toBeUndefined();
  }
});

test('a visible blog can become a draft, and publishing it again restores its state', () => {
  expect(run(published, backToDraft, publishAgain)).toEqual(published);
  const draft = run(published, backToDraft);
  for (const life of lives) {
    expect(backToDraft(life)).toEqual(isVisible(life) ? draft : undefined);
    const isTheirs = life.state === 'draft' && life.moderation !== 'removed';
    expect(publishAgain(life)).toEqual(isTheirs ? { ...life, state: 'published' } : undefined);
  }
  expect(run(published, backToDraft, remove(now), restore(now))).toEqual(draft);
});

test('staff can hold a text that was published, even one its author unpublished or removed', () => {
  for (const life of lives) {
    for (const state of heldStates) {
      expect(hold(state)(life)).toEqual({ ...life, moderation: state });
    }
    const isKept = life.moderation !== 'none';
    expect(release(life)).toEqual(isKept ? { ...life, moderation: 'none' } : undefined);
  }
  const held = run(published, backToDraft, hold('hidden'), publishAgain);
  expect(held).toEqual({ ...published, moderation: 'hidden' });
});

test('staff can’t hold a draft of an import before its author publishes it', () => {
  const removed = run(imported, remove(now)) as Life;
  for (const life of [imported, removed, run(removed, restore(now)) as Life]) {
    expect(hold('hidden')(life)).toBeUndefined();
  }
  const unpublished = run(imported, publishAgain, backToDraft);
  expect(unpublished).toEqual({ ...published, state: 'draft' });
});

test('a text stays hidden until every hold on it is lifted', () => {
  const hidden = run(published, hold('hidden')) as Life;
  const away = { ...hidden, isAuthorAway: true };
  expect(isVisible(run(away, release) as Life)).toBe(false);
  expect(isVisible({ ...(run(away, release) as Life), isAuthorAway: false })).toBe(true);
  expect(isVisible(run(hidden, remove(now), restore(now)) as Life)).toBe(false);
});

test('the author of a blog can hide a visible comment and show it again at any time', () => {
  for (const life of lives) {
    const hidden = isVisible(life) ? { ...life, authorHiddenAt: now } : undefined;
    expect(hideOnBlog(now)(life)).toEqual(hidden);
    const isHidden = life.authorHiddenAt !== null;
    expect(showOnBlog(life)).toEqual(isHidden ? { ...life, authorHiddenAt: null } : undefined);
  }
  const both = run(published, hideOnBlog(now), hold('hidden')) as Life;
  expect(isVisible(run(both, release) as Life)).toBe(false);
  expect(isVisible(run(both, showOnBlog) as Life)).toBe(false);
  expect(run(both, release, showOnBlog)).toEqual(published);
});
