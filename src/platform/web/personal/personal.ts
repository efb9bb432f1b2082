declare const closed: unique symbol;

/**
 * What depends on the viewer of a page. A page is rendered once for all members, without a viewer: what differs between
 * them is left open there, and filled in for each. `Slot` and `textFor` read the value in a way that can be filled in
 * later; `opened` reads it where there is a viewer. There is no other access to it.
 */
export interface Personal<T> {
  readonly [closed]: T;
}

type Read<T, About, Value> = (data: T, about: About) => Value;

/** Reads something of a person's data. A page that is stored names it. */
export type Reader<T, About, Value> = Read<T, About, Value> & { readonly slotName: string };

type AnyReader = Reader<unknown, unknown, unknown>;

/** Undefined for a name that two have. */
const readers = new Map<string, AnyReader | undefined>();

/** Declares a reader, at the top of a module, so that nothing of a page is held by it. No two have the same name. */
export function reader<T, About, Value>(
  slotName: string,
  read: Read<T, About, Value>,
): Reader<T, About, Value> {
  const named = Object.assign(read, { slotName });
  readers.set(slotName, readers.has(slotName) ? undefined : (named as AnyReader));
  return named;
}

/** The reader of this name, once its module has been loaded. */
export function readerOf(slotName: string): AnyReader | undefined {
  return readers.get(slotName);
}

/** A place of a page that is filled in for each member. `about` says more of what is asked, such as a blog's id. */
export type SlotOf<T = unknown, About = unknown> =
  | {
      readonly kind: 'case';
      readonly is: Reader<T, About, boolean>;
      readonly about: About;
      /** That it is so for few members on few pages. */
      readonly isRare: boolean;
    }
  | { readonly kind: 'text'; readonly read: Reader<T, About, string>; readonly about: About };

/** Stands for a person's data while a page is made for all members. */
export abstract class Unfilled {
  /** Names the place in the page: an element's name and number, and the name of the one between its two cases. */
  abstract caseSlot(slot: SlotOf): { tag: string; id: number; between: string };
  /** The text that stands for the real one. */
  abstract textSlot(slot: SlotOf): string;
}

export function personal<T>(value: T): Personal<T> {
  return value as unknown as Personal<T>;
}

/** The value where there is a viewer: after hydration, or on a page that is rendered for one person. */
export function opened<T>(value: Personal<T>): T {
  if (value instanceof Unfilled) {
    throw new Error(
      'This page is made for all members: what one of them sees belongs into a Slot.',
    );
  }
  return value as unknown as T;
}

/** A text that each viewer has another of, for an attribute or among other texts. */
export function textFor<T>(value: Personal<T>, read: Reader<T, undefined, string>): string {
  if (value instanceof Unfilled) {
    return value.textSlot({
      kind: 'text',
      read: read as Reader<unknown, unknown, string>,
      about: undefined,
    });
  }
  return read(value as unknown as T, undefined);
}
