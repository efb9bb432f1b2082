import type { Element, ElementContent } from 'hast';

/** A heading as the page has it. */
export interface Heading {
  readonly id: string;
  /** 2 to 6. */
  readonly level: number;
  readonly text: string;
}

/** Headings of one text that get a link: a text of nothing but headings would grow too much. */
export const headingsMax = 100;
/** A list of fewer would be longer to read than to scroll past. */
const headingsLeast = 3;
/** Deeper ones aren't listed. */
const levelMax = 3;
/** Most characters of a heading in the list. */
const textMax = 200;

function element(
  tagName: string,
  properties: Element['properties'],
  ...children: ElementContent[]
): Element {
  return { type: 'element', tagName, properties, children };
}

/** A heading with a link to itself beside it: inside, it would be read out as a part of the heading. */
export function linkedHeading(heading: Element, id: string): Element {
  const properties = { className: ['heading-link'], href: `#${id}`, ariaLabelledBy: [id] };
  return element('div', { className: ['heading'] }, heading, element('a', properties));
}

function entryOf({ id, level, text }: Heading): Element {
  const value = text.length > textMax ? `${text.slice(0, textMax)}…` : text;
  const link = element('a', { href: `#${id}` }, { type: 'text', value });
  return element('li', level === levelMax ? { className: ['deeper-part'] } : {}, link);
}

/** The list of a text's parts, folded; none for a text of few. */
export function contentsOf(headings: readonly Heading[]): Element[] {
  const listed = headings.filter(({ level, text }) => level <= levelMax && text !== '');
  if (listed.length < headingsLeast) return [];
  return [
    element(
      'nav',
      // Of its own: the direction of the text is that of its first letter, which must not be the one of this label.
      { className: ['text-contents'], ariaLabel: 'Contents', dir: 'ltr' },
      element(
        'details',
        {},
        element('summary', {}, { type: 'text', value: 'Contents' }),
        element('ol', { dir: 'auto' }, ...listed.map(entryOf)),
      ),
    ),
  ];
}
