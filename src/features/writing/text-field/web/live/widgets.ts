import { Facet } from '@codemirror/state';
import { type EditorView, WidgetType } from '@codemirror/view';
import type { CardWords } from '../../../../../platform/text/card-words.ts';
import type { PictureSize } from '../../../../../platform/text/picture-size.ts';
import { tickAt } from '../habits/line-habits.ts';

/** A picture as the text shows it. */
export interface ShownPicture {
  readonly url: string;
  readonly alt: string;
  readonly caption: string;
  readonly size: PictureSize | undefined;
}

/** Opens the dialog of the picture at the caret. */
export const pictureDialog = Facet.define<() => void>();

function spanOf(className: string, text: string): HTMLElement {
  const span = document.createElement('span');
  span.className = className;
  span.textContent = text;
  return span;
}

function imageOf({ url, alt }: ShownPicture): HTMLElement {
  const image = document.createElement('img');
  image.alt = alt;
  image.decoding = 'async';
  image.referrerPolicy = 'no-referrer';
  // A picture that can't be loaded shows its description, as in the article.
  image.src = url;
  image.className = 'picture';
  return image;
}

function figureOf(picture: ShownPicture): HTMLElement {
  const { caption, size } = picture;
  const figure = document.createElement('span');
  figure.className = size ? `figure ${size}` : 'figure';
  figure.append(imageOf(picture));
  if (caption !== '') figure.append(spanOf('caption', caption));
  return figure;
}

function changeButton(view: EditorView): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'change-picture';
  button.textContent = 'Change picture';
  button.title = 'Ctrl or ⌘ + K';
  // Keyboard users press these keys.
  button.tabIndex = -1;
  button.addEventListener('mousedown', (event) => event.preventDefault());
  button.addEventListener('click', () => {
    view.dispatch({ selection: { anchor: view.posAtDOM(button) } });
    for (const open of view.state.facet(pictureDialog)) open();
  });
  return button;
}

/** A picture in place of its Markdown, or below it, with a button, where the caret is in it. */
export class PictureWidget extends WidgetType {
  readonly #picture: ShownPicture;
  readonly #isAtCaret: boolean;

  constructor(picture: ShownPicture, isAtCaret: boolean) {
    super();
    this.#picture = picture;
    this.#isAtCaret = isAtCaret;
  }

  override eq(other: PictureWidget): boolean {
    return this.#isAtCaret === other.#isAtCaret && isSame(this.#picture, other.#picture);
  }

  override toDOM(view: EditorView): HTMLElement {
    const figure = figureOf(this.#picture);
    if (this.#isAtCaret) figure.append(changeButton(view));
    return figure;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

/** A few pictures side by side. */
export class GalleryWidget extends WidgetType {
  readonly #pictures: readonly ShownPicture[];
  readonly #isSquared: boolean;

  constructor(pictures: readonly ShownPicture[], isSquared: boolean) {
    super();
    this.#pictures = pictures;
    this.#isSquared = isSquared;
  }

  override eq(other: GalleryWidget): boolean {
    const [own, others] = [this.#pictures, other.#pictures];
    return own.length === others.length && own.every((one, at) => isSame(one, others[at]));
  }

  override toDOM(): HTMLElement {
    const gallery = document.createElement('span');
    gallery.className = this.#isSquared ? 'gallery squared' : 'gallery';
    gallery.append(...this.#pictures.map(figureOf));
    return gallery;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

function isSame(one: ShownPicture, other: ShownPicture | undefined): boolean {
  return (
    one.url === other?.url &&
    one.alt === other.alt &&
    one.caption === other.caption &&
    one.size === other.size
  );
}

/** The card of a link to another site, or the still of a video. */
export class CardWidget extends WidgetType {
  readonly #card: CardWords;
  readonly #words: string;

  /** `said` is the link's text. */
  constructor(card: CardWords, said: string) {
    super();
    this.#card = card;
    this.#words = card.words ?? said;
  }

  override eq(other: CardWidget): boolean {
    const [own, others] = [this.#card, other.#card];
    return this.#words === other.#words && own.site === others.site && own.video === others.video;
  }

  override toDOM(): HTMLElement {
    const card = document.createElement('span');
    card.className = this.#card.video ? 'card video' : 'card';
    card.append(spanOf('card-words', this.#words), spanOf('card-site', this.#card.site));
    return card;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

/** The number of a list item, where it isn't the written one. */
export class NumberWidget extends WidgetType {
  readonly #number: string;

  constructor(number: string) {
    super();
    this.#number = number;
  }

  override eq(other: NumberWidget): boolean {
    return this.#number === other.#number;
  }

  override toDOM(): HTMLElement {
    return spanOf('item-mark number', `${this.#number} `);
  }
}

/** The bullet of a list item. */
export class BulletWidget extends WidgetType {
  override eq(): boolean {
    return true;
  }

  override toDOM(): HTMLElement {
    return spanOf('item-mark bullet', '•');
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
