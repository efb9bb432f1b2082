import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { heldStates } from '../../src/blog/held.ts';
import {
  backToDraft,
  hideOnBlog,
  hold,
  type Life,
  type Moderation,
  publishAgain,
  published,
  release,
  remove,
  restore,
  showOnBlog,
  type Transition,
} from '../../src/blog/life.ts';
import { inProject } from '../launcher/project.mjs';

const now = 1;
const transitions: readonly (readonly [name: string, transition: Transition])[] = [
  ['backToDraft', backToDraft],
  ['publishAgain', publishAgain],
  ['remove', remove(now)],
  ['restore', restore(now)],
  ['release', release],
  ['hideOnBlog', hideOnBlog(now)],
  ['showOnBlog', showOnBlog],
  ...heldStates.map((state) => ['hold', hold(state)] as const),
];

/** Every life that transitions lead to from a published text, whether or not its author's account is there. */
function everyLife(): readonly Life[] {
  const found = new Map<string, Life>();
  const visit = (life: Life) => {
    const key = JSON.stringify(life);
    if (found.has(key)) return;
    found.set(key, life);
    for (const [, transition] of transitions) {
      const next = transition(life);
      if (next) visit(next);
    }
    visit({ ...life, isAuthorAway: !life.isAuthorAway });
  };
  visit(published);
  return [...found.values()];
}

/** The name of a hold in the drawing. */
const holdOf = (moderation: Moderation) => (moderation === 'none' ? 'none' : 'held');
const authorHoldOf = ({ authorHiddenAt }: Life) => (authorHiddenAt === null ? 'open' : 'out');

function possibleArrows(): readonly string[] {
  const arrows = everyLife().flatMap((life) =>
    transitions.flatMap(([name, transition]) => {
      const next = transition(life);
      if (!next) return [];
      if (next.state !== life.state) return [`${life.state} --> ${next.state}: ${name}`];
      if (next.authorHiddenAt !== life.authorHiddenAt) {
        return [`${authorHoldOf(life)} --> ${authorHoldOf(next)}: ${name}`];
      }
      return [`${holdOf(life.moderation)} --> ${holdOf(next.moderation)}: ${name}`];
    }),
  );
  return [...new Set(arrows)].sort();
}

test('the drawings of a text’s life show the transitions that there are', () => {
  const document = readFileSync(inProject('docs', 'life-of-a-text.md'), 'utf8');
  const names = new Set(transitions.map(([name]) => name));
  const drawn = [...document.matchAll(/^ +(\w+ --> \w+: (\w+))$/gm)].flatMap(
    ([, arrow = '', name = '']) => (names.has(name) ? [arrow] : []),
  );
  expect(drawn.sort()).toEqual(possibleArrows());
});
