import type { Element, ElementContent } from 'hast';
import { languageNameOf } from './code-languages.ts';
import { colourCode } from './colour-code.ts';

/** Maximum characters of a highlighted block: some grammars take quadratic time, 0.2 s for this length. */
const charactersMax = 8_000;
/** Maximum characters of a line. Long repetitive runs make grammars slow, and no handwritten line is this long. */
const lineMax = 400;

/** Limits of highlighting per text. Code beyond them stays plain. */
export interface ColourBudget {
  /** In characters. */
  charactersLeft: number;
  /** Each piece adds an element to the page. */
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

/** A code block (`pre`) with the name of its language, highlighted if possible. */
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

/** Wide code scrolls, and scrollable elements must be reachable by keyboard. */
function scrolling(pre: Element): Element {
  return { ...pre, properties: { ...pre.properties, tabIndex: 0 } };
}
