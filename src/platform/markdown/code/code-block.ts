import type { Element, ElementContent } from 'hast';
import { languageNameOf } from './code-languages.ts';
import { colourCode } from './colour-code.ts';

/** Characters of a block: some grammars take a time that grows with the square of it, 0.2 s for as many. */
const charactersMax = 8_000;
/** Characters of a line. Long runs of the same make grammars slow, and no line written by hand is as long. */
const lineMax = 400;

/** What colouring may cost in one text. What is beyond stays as plain as it was written. */
export interface ColourBudget {
  /** Characters. */
  charactersLeft: number;
  /** Each makes the page longer by an element. */
  piecesLeft: number;
}

export function fullColourBudget(): ColourBudget {
  return { charactersLeft: 4 * charactersMax, piecesLeft: 3_000 };
}

function isColourable(code: string, budget: ColourBudget): boolean {
  if (code.length > charactersMax || code.length > budget.charactersLeft) return false;
  return code.split('\n').every((line) => line.length <= lineMax);
}

function coloured(code: string, language: string, budget: ColourBudget): ElementContent[] {
  const plain: ElementContent[] = [{ type: 'text', value: code }];
  if (languageNameOf(language) === undefined || !isColourable(code, budget)) return plain;
  budget.charactersLeft -= code.length;
  const pieces = colourCode(code, language);
  if (!pieces || pieces.length > budget.piecesLeft) return plain;
  budget.piecesLeft -= pieces.length;
  return pieces.map(({ role, text }): ElementContent => {
    const value = { type: 'text', value: text } as const;
    if (!role) return value;
    const properties = { className: [role] };
    return { type: 'element', tagName: 'span', properties, children: [value] };
  });
}

function languageOf({ properties: { className } }: Element): string | undefined {
  const [first] = Array.isArray(className) ? className : [];
  return typeof first === 'string' ? /^language-(.{1,40})$/.exec(first)?.[1] : undefined;
}

/** A block of code (`pre`) under the name of its language, in colours where they can be had. */
export function codeBlock(pre: Element, budget: ColourBudget): Element {
  const [code] = pre.children;
  const [text] = code?.type === 'element' ? code.children : [];
  if (code?.type !== 'element' || text?.type !== 'text') return scrolling(pre);
  const language = languageOf(code);
  const children = language === undefined ? [text] : coloured(text.value, language, budget);
  const name = (language !== undefined && languageNameOf(language)) || language || 'Code';
  const heading: Element = {
    type: 'element',
    tagName: 'p',
    properties: { className: ['code-language'] },
    children: [{ type: 'text', value: name }],
  };
  return {
    type: 'element',
    tagName: 'div',
    // Code runs from left to right in every language.
    properties: { className: ['code'], dir: 'ltr' },
    children: [heading, scrolling({ ...pre, children: [{ ...code, children }] })],
  };
}

/** Wide code scrolls, and what scrolls has to be reachable by keyboard. */
function scrolling(pre: Element): Element {
  return { ...pre, properties: { ...pre.properties, tabIndex: 0 } };
}
