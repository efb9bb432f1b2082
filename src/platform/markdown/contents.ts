import type { Element, ElementContent } from 'hast';

/** A heading of the rendered page. */
export interface Heading {
  readonly id: string;
  /** 2 to 6. */
  readonly level: number;
  readonly text: string;
}

/** Maximum headings with a link: limits the growth of a text that consists of headings. */
export const headingsMax = 100;
/** A shorter table of contents would take longer to read than the text to scroll. */
const headingsLeast = 3;
/** Deeper headings aren't listed. */
const levelMax = 3;
/** Maximum characters of a listed heading. */
const textMax = 200;

function element(
  tagName: string,
  properties: Element['properties'],
  ...children: ElementContent[]
): Element {
  return { type: 'element', tagName, properties, children };
}

/** A heading with a link to itself beside it: inside the heading, screen readers would read the link as part of it. */
export function linkedHeading(heading: Element, id: string): Element {
  const properties = { className: ['heading-link'], href: `#${id}`, ariaLabelledBy: [id] };
  return element('div', { className: ['heading'] }, heading, element('a', properties));
}

function entryOf({ id, level, text }: Heading): Element {
  const value = text.length > textMax ? `${text.slice(0, textMax)}…` : text;
  const link = element('a', { href: `#${id}` }, { type: 'text', value });
  return element('li', level === levelMax ? { className: ['deeper-part'] } : {}, link);
}

/** The collapsed table of contents; empty for a text with few headings. */
export function contentsOf(headings: readonly Heading[]): Element[] {
  const listed = headings.filter(({ level, text }) => level <= levelMax && text !== '');
  if (listed.length < headingsLeast) return [];
  return [
    element(
      'nav',
      // An explicit direction: with `auto` the text's direction would be that of this label's first letter.
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
