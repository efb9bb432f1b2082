import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { BlogMark } from '../../../blog/held.ts';
import { standingKey } from '../../../identity/web/standing-key.ts';
import { Problem } from '../../../platform/contract/problems.ts';
import { call } from '../../../platform/web/api.ts';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import {
  hideAllOf,
  type ManagedText,
  markBlog,
  moveText,
  settleReports,
  showAllAgain,
} from '../contract/manage.ts';
import { managedKey } from './manage-queries.ts';

type Standing = 'shown' | 'waiting' | 'hidden' | 'removed';

function countOf(count: number): string {
  return count === 1 ? '1 text' : `${count} texts`;
}

const kindNames = { blog: 'blog', comment: 'comment' } as const;

/** The toast's text after a change of standing. */
function sentenceOf({ kind, standing }: ManagedText, to: Standing): string {
  const name = `The ${kindNames[kind]}`;
  if (to === 'hidden') return `${name} is hidden.`;
  if (to === 'removed') return `${name} is removed. It goes for good in a week.`;
  if (to === 'waiting') return `${name} waits again.`;
  return standing === 'waiting' ? `${name} is published.` : `${name} is published again.`;
}

interface Writer {
  readonly id: string;
  readonly name: string;
}

/** The texts that one action hid and that are still hidden. */
interface HiddenTogether {
  readonly batch: string;
  readonly reason: string;
}

/**
 * The actions of staff on a text. Each is performed at once, and its toast offers Undo. `outdates` is the key prefix of
 * other queries that an action changes.
 */
export function useModerationActions(outdates: QueryKey = managedKey) {
  const queries = useQueryClient();

  const { isPending, run } = useSingleFlight(
    async (work: () => Promise<{ text: string; undo?: () => Promise<unknown> }>) => {
      try {
        const { text, undo } = await work();
        const undoMove = () =>
          void run(async () => {
            await undo?.();
            return { text: 'Undone.' };
          });
        void showToast({ text, ...(undo && { undo: undoMove }) });
      } catch (error) {
        const text = error instanceof Problem ? error.message : 'That did not work. Try again.';
        void showToast({ text, tone: 'bad' });
      }
      await queries.invalidateQueries({ queryKey: managedKey });
      await queries.invalidateQueries({ queryKey: standingKey });
      if (outdates !== managedKey) await queries.invalidateQueries({ queryKey: outdates });
    },
  );

  return {
    isPending,
    move: (text: ManagedText, to: Standing, reason: string) =>
      run(async () => {
        const { kind, _id: id } = text;
        // Texts that are away, or hidden by the blog's author, have no hold.
        const isFree = text.standing === 'away' || text.standing === 'hidden-by-author';
        const from = isFree ? 'shown' : (text.standing as Standing);
        await call(queries, moveText, { body: { kind, id, from, to, reason } });
        const back = { kind, id, from: to, to: from, reason: text.reason, isUndo: true };
        return {
          text: sentenceOf(text, to),
          undo: () => call(queries, moveText, { body: back }),
        };
      }),
    mark: ({ _id: id, marks }: ManagedText, mark: BlogMark, reason: string) =>
      run(async () => {
        const isSet = !marks.includes(mark);
        await call(queries, markBlog, { body: { id, mark, isSet, reason } });
        const sentences = {
          locked: ['Comments on this blog are open again.', 'Comments on this blog are closed.'],
          unfeatured: ['It may be featured again.', 'It is no longer featured.'],
        } as const;
        return {
          text: sentences[mark][isSet ? 1 : 0],
          undo: () => call(queries, markBlog, { body: { id, mark, isSet: !isSet, reason } }),
        };
      }),
    dismiss: ({ kind, _id: id }: ManagedText, reason: string) =>
      run(async () => {
        const { body } = await call(queries, settleReports, { body: { kind, id, reason } });
        return {
          text: 'The reports are dismissed.',
          undo: () => call(queries, settleReports, { body: { kind, id, reopen: body.at } }),
        };
      }),
    hideAll: (person: Writer, reason: string) =>
      run(async () => {
        const body = { personId: person.id, reason };
        const { batch, count } = (await call(queries, hideAllOf, { body })).body;
        return {
          text: `All that ${person.name} wrote is hidden: ${countOf(count)}.`,
          ...(count > 0 && { undo: () => call(queries, showAllAgain, { body: { batch } }) }),
        };
      }),
    showAll: ({ id: personId, name }: Writer, { batch, reason }: HiddenTogether) =>
      run(async () => {
        const { count } = (await call(queries, showAllAgain, { body: { batch } })).body;
        return {
          text: `What ${name} wrote is published again: ${countOf(count)}.`,
          undo: () => call(queries, hideAllOf, { body: { personId, reason } }),
        };
      }),
  };
}

export type ModerationActions = ReturnType<typeof useModerationActions>;
