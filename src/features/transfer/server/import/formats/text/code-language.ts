import type { HtmlElement } from '../../../../../../platform/markdown/from-html/parse-html.ts';
import { attribute, classesOf, elementsIn } from './html-nodes.ts';

const isName = (given: string | undefined) => given !== undefined && /^[\w+#.-]{1,30}$/.test(given);
/** Highlighters' names for code of an unknown language. */
const unknown = /^(?:plain|plaintext|text|txt|none|auto|generic|highlight|default|null)$/;
const attributes = [
  'data-language',
  'data-lang',
  'data-code-block-lang',
  'lang',
  'data-enlighter-language',
];

function ownLanguage(node: HtmlElement): string | undefined {
  const classes = classesOf(node);
  const named = classes.find((name) => /^lang(?:uage)?-./.test(name));
  if (named) return named.slice(named.indexOf('-') + 1);
  const given = attributes.map((name) => attribute(node, name)).find(isName);
  if (given) return given;
  // `brush: php; gutter: false` and `brush:php`
  return /\bbrush: ?([\w+#-]{1,30})/.exec(attribute(node, 'class') ?? '')?.[1];
}

/** The language of a code block, in the notation of any highlighter; undefined if there is none. */
export function languageOf(pre: HtmlElement, around: readonly HtmlElement[]): string | undefined {
  const code = elementsIn(pre, ({ tagName }) => tagName === 'code');
  const language = [...code, pre, ...around].map(ownLanguage).find(isName)?.toLowerCase();
  return language && !unknown.test(language) ? language : undefined;
}
