import { createElement, type ReactNode } from 'react';
import { type Personal, type Reader, Unfilled } from './personal.ts';

interface HoleProps<T, About> {
  /** The data that decides. */
  readonly of: Personal<T>;
  /** The condition on the data. */
  readonly is: Reader<T, About, boolean>;
  /** Argument of the condition. */
  readonly about: About;
  /** Whether the condition is true for few members on few pages, such as on their own texts. */
  readonly isRare?: boolean;
  /**
   * Elements or nothing, because adjacent bare texts would be merged. No nested `Slot`, and no `useId`: a page for all
   * members contains both cases, so React would generate different ids.
   */
  readonly children: (isSo: boolean) => ReactNode;
}

/** Shows one of two alternatives, depending on the viewer. */
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
