import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { isId } from '../../../platform/text/id.ts';
import { useIsHydrated } from '../../../platform/web/use-is-hydrated.ts';
import { type CommentList, type ListName, useLoadUpTo } from './comment-queries.ts';

const prefix = 'comment-';

/** The id of a comment's element, which its permalink names. */
export function elementIdOf(commentId: string): string {
  return `${prefix}${commentId}`;
}

export interface LinkedComment {
  /** Undefined where the address names no comment. */
  readonly id: string | undefined;
  /** True once the comment is known to be deleted. */
  readonly isGone: boolean;
}

/** The comment that the address names (`#comment-…`): loads the list up to it and scrolls to it. */
export function useLinkedComment(name: ListName, list: CommentList | undefined): LinkedComment {
  const { hash, key } = useLocation();
  const isBack = useNavigationType() === 'POP' && key !== 'default';
  const { mutate: loadUpTo, variables, isPending, isIdle } = useLoadUpTo(name);
  // The server doesn't get the fragment of the address.
  const isHydrated = useIsHydrated();
  const isNamed = isHydrated && hash.startsWith(`#${prefix}`);
  const id = isNamed ? hash.slice(prefix.length + 1) : undefined;
  const isThere = list?.comments.some(({ _id }) => _id === id) ?? false;
  const isAsked = !isIdle && variables === id;
  const mayCome = !isThere && id !== undefined && isId(id) && list?.hasMore === true && !isAsked;

  useEffect(() => {
    if (id !== undefined && mayCome) loadUpTo(id);
  }, [id, mayCome, loadUpTo]);

  const reveal = useEffectEvent(() => {
    // On Back, the page's earlier scroll position is restored instead.
    if (id === undefined || isBack) return;
    const element = document.getElementById(elementIdOf(id));
    element?.scrollIntoView({ block: 'center' });
    element?.focus({ preventScroll: true });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes when the same link is pressed again, which must scroll again.
  useEffect(() => {
    if (isThere) reveal();
  }, [isThere, id, key]);

  return {
    id,
    isGone: id !== undefined && list !== undefined && !isThere && !mayCome && !isPending,
  };
}
