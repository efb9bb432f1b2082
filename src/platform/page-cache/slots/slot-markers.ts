import { randomBytes } from 'node:crypto';
import { type SlotOf, Unfilled } from '../../web/personal/personal.ts';
import type { PersonalData, SlotMarker } from './template-markup.ts';

/** The slots of a page, in the order in which they were met. */
export class SlotMarkers {
  /** In every mark, so that no text on a page can be taken for one. */
  readonly nonce = randomBytes(12).toString('hex');
  readonly slots: SlotMarker[] = [];

  textOf(mark: SlotMarker): string {
    return `\uE000${this.nonce}:${this.slots.push(mark) - 1}\uE001`;
  }
}

class UnfilledData extends Unfilled {
  readonly #marks: SlotMarkers;
  readonly #source: number;

  constructor(marks: SlotMarkers, source: number) {
    super();
    this.#marks = marks;
    this.#source = source;
  }

  override caseSlot(slot: SlotOf) {
    const marks = this.#marks;
    const id = marks.slots.push({ ...slot, source: this.#source }) - 1;
    return { tag: `slot-${marks.nonce}`, id, between: `or-${marks.nonce}` };
  }

  override textSlot(slot: SlotOf): string {
    return this.#marks.textOf({ ...slot, source: this.#source });
  }

  /** Within the page's state the data itself is written. */
  toJSON(): string {
    return this.#marks.textOf({ kind: 'data', source: this.#source });
  }
}

/** Whatever looks into it in another way than by a slot is a mistake, which must not pass for "nothing". */
function guarded(data: UnfilledData): UnfilledData {
  return new Proxy(data, {
    get(target, name) {
      // What is awaited is asked for `then`.
      if (typeof name === 'symbol' || name === 'then' || name === '$$typeof') return undefined;
      const value = Reflect.get(target, name, target);
      if (value === undefined) {
        throw new Error(`A page for all members reads "${name}" of its viewer outside of a Slot.`);
      }
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** What of a page is personal while it is made for all members: the viewer first, then what its queries ask for. */
export class Sources {
  readonly all: PersonalData[] = [];
  readonly #marks: SlotMarkers;

  constructor(marks: SlotMarkers) {
    this.#marks = marks;
  }

  add(source: PersonalData): UnfilledData {
    return guarded(new UnfilledData(this.#marks, this.all.push(source) - 1));
  }
}
