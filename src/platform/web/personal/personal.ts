declare const closed: unique symbol;

/**
 * Data that depends on the viewer of a page. A page is rendered once for all members, without a viewer; the differences
 * stay open and are filled in for each member. `Slot` and `textFor` read the value in a way that can be filled in
 * later; `opened` reads it if there is a viewer. There is no other access to it.
 */
export interface Personal<T> {
  readonly [closed]: T;
}

type Read<T, About, Value> = (data: T, about: About) => Value;

/** Reads a value from personal data. Stored pages refer to it by name. */
export type Reader<T, About, Value> = Read<T, About, Value> & { readonly slotName: string };

type AnyReader = Reader<unknown, unknown, unknown>;

/** Undefined for an ambiguous name. */
const readers = new Map<string, AnyReader | undefined>();

/** Declares a reader at the top level of a module, so that it captures nothing of a page. Names must be unique. */
export function reader<T, About, Value>(
  slotName: string,
  read: Read<T, About, Value>,
): Reader<T, About, Value> {
  const named = Object.assign(read, { slotName });
  readers.set(slotName, readers.has(slotName) ? undefined : (named as AnyReader));
  return named;
}

/** The reader with this name, once its module has been loaded. */
export function readerOf(slotName: string): AnyReader | undefined {
  return readers.get(slotName);
}

/** A place in a page that is filled in for each member. `about` is a further argument, such as a blog's id. */
export type SlotOf<T = unknown, About = unknown> =
  | {
      readonly kind: 'case';
      readonly is: Reader<T, About, boolean>;
      readonly about: About;
      /** Whether the case applies to few members on few pages. */
      readonly isRare: boolean;
    }
  | { readonly kind: 'text'; readonly read: Reader<T, About, string>; readonly about: About };

/** Stands for personal data while a page is rendered for all members. */
export abstract class Unfilled {
  /** Registers a case slot: returns its element's name and id, and the name of the separator between the two cases. */
  abstract caseSlot(slot: SlotOf): { tag: string; id: number; between: string };
  /** Registers a text slot: returns a placeholder for the text. */
  abstract textSlot(slot: SlotOf): string;
}

export function personal<T>(value: T): Personal<T> {
  return value as unknown as Personal<T>;
}

/** The value if there is a viewer: after hydration, or on a page that is rendered for one person. */
export function opened<T>(value: Personal<T>): T {
  if (value instanceof Unfilled) {
    throw new Error(
      'This page is made for all members: what one of them sees belongs into a Slot.',
    );
  }
  return value as unknown as T;
}

/** A text that differs by viewer, for an attribute or within other text. */
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
