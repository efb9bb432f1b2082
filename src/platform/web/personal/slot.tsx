import { createElement, type ReactNode } from 'react';
import { type Personal, type Reader, Unfilled } from './personal.ts';

interface HoleProps<T, About> {
  /** Whose data decides. */
  readonly of: Personal<T>;
  /** What is asked of the data. */
  readonly is: Reader<T, About, boolean>;
  /** What it is asked about. */
  readonly about: About;
  /** That it is so for few members on few pages, such as on what they wrote themselves. */
  readonly isRare?: boolean;
  /**
   * Elements, or nothing: a bare text beside another one would be joined to it. No other `Slot` in it, and no id of
   * `useId`: a page for all members has both cases side by side, where React names them otherwise.
   */
  readonly children: (isSo: boolean) => ReactNode;
}

/** Shows one of two things, and which depends on who looks. */
export function Slot<T, About>({ of, is, about, isRare = false, children }: HoleProps<T, About>) {
  if (!(of instanceof Unfilled)) return children(is(of as unknown as T, about));
  const read = is as Reader<unknown, unknown, boolean>;
  const { tag, id, between } = of.caseSlot({ kind: 'case', is: read, about, isRare });
  return createElement(
    tag,
    { 'data-slot': id },
    children(false),
    createElement(between),
    children(true),
  );
}
