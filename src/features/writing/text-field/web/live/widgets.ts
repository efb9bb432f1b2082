import { type EditorView, WidgetType } from '@codemirror/view';
import { tickAt } from '../habits/line-habits.ts';

/** A picture in place of its Markdown. */
export class PictureWidget extends WidgetType {
  readonly #url: string;
  readonly #alt: string;

  constructor(url: string, alt: string) {
    super();
    this.#url = url;
    this.#alt = alt;
  }

  override eq(other: PictureWidget): boolean {
    return other.#url === this.#url && other.#alt === this.#alt;
  }

  override toDOM(): HTMLElement {
    const picture = document.createElement('img');
    picture.alt = this.#alt;
    picture.decoding = 'async';
    // A picture that can't be loaded shows its description, as in the article.
    picture.src = this.#url;
    picture.className = 'picture';
    return picture;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

/** The bullet of a list item. */
export class BulletWidget extends WidgetType {
  override eq(): boolean {
    return true;
  }

  override toDOM(): HTMLElement {
    const bullet = document.createElement('span');
    bullet.className = 'item-mark bullet';
    bullet.textContent = '•';
    return bullet;
  }
}

/** The checkbox of a task; a click toggles it. */
export class TaskWidget extends WidgetType {
  readonly #isDone: boolean;

  constructor(isDone: boolean) {
    super();
    this.#isDone = isDone;
  }

  override eq(other: TaskWidget): boolean {
    return other.#isDone === this.#isDone;
  }

  override toDOM(view: EditorView): HTMLElement {
    const place = document.createElement('span');
    place.className = 'item-mark';
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.checked = this.#isDone;
    box.tabIndex = -1;
    box.ariaLabel = 'Done';
    box.addEventListener('mousedown', (event) => event.preventDefault());
    box.addEventListener('click', (event) => {
      // The text is the source of the checkbox's state.
      event.preventDefault();
      tickTask(view, view.posAtDOM(place));
    });
    place.append(box);
    return place;
  }
}

/** Toggles the task in the line of a position; false where there is none. */
export function tickTask(view: EditorView, at: number): boolean {
  const line = view.state.doc.lineAt(at);
  const tick = tickAt(line.text);
  if (tick === undefined || view.state.readOnly) return false;
  const from = line.from + tick;
  const insert = line.text[tick] === ' ' ? 'x' : ' ';
  view.dispatch({
    changes: { from, to: from + 1, insert },
    userEvent: 'input',
  });
  return true;
}

/** A thematic break. */
export class RuleWidget extends WidgetType {
  override eq(): boolean {
    return true;
  }

  override toDOM(): HTMLElement {
    const rule = document.createElement('span');
    rule.className = 'rule';
    return rule;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
