import { randomUUID } from 'node:crypto';
import { type SlotOf, Unfilled } from '../../web/personal/personal.ts';
import type { PersonalData, SlotMarker } from './template-markup.ts';

/** The slots of a page, in the order of rendering. */
export class SlotMarkers {
  /** Part of each marker, so that no text on a page can be mistaken for one. */
  readonly nonce = randomUUID();
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

  /** In the page's serialized state the slot stands for the data itself. */
  toJSON(): string {
    return this.#marks.textOf({ kind: 'data', source: this.#source });
  }
}

/** Throws on any access outside a slot, which would otherwise read as missing data. */
function guarded(data: UnfilledData): UnfilledData {
  return new Proxy(data, {
    get(target, name) {
      // `await` reads `then`.
      if (typeof name === 'symbol' || name === 'then' || name === '$$typeof') return undefined;
      const value = Reflect.get(target, name, target);
      if (value === undefined) {
        throw new Error(`A page for all members reads "${name}" of its viewer outside of a Slot.`);
      }
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** The personal data of a page that is rendered for all members: the viewer first, then the results of its queries. */
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
