import { defineLanguageFacet, Language, languageDataProp } from '@codemirror/language';
import { tagHighlighter, tags } from '@lezer/highlight';
import { GFM, parser } from '@lezer/markdown';

const data = defineLanguageFacet();

/** CommonMark with GitHub's tables, tasks and strikethrough; without embedded languages in code and HTML. */
export const markdownLanguage = new Language(
  data,
  parser.configure([GFM, { props: [languageDataProp.add({ Document: data })] }]),
  [],
  'markdown',
);

/** Class names of syntax parts in `live-text.css`. */
export const partClasses = tagHighlighter([
  { tag: tags.heading1, class: 'heading-1' },
  { tag: tags.heading2, class: 'heading-2' },
  { tag: tags.heading3, class: 'heading-3' },
  { tag: [tags.heading4, tags.heading5, tags.heading6, tags.heading], class: 'heading-4' },
  { tag: tags.strong, class: 'strong' },
  { tag: tags.emphasis, class: 'emphasis' },
  { tag: tags.strikethrough, class: 'struck' },
  { tag: tags.monospace, class: 'code' },
  { tag: [tags.link, tags.url], class: 'link' },
  { tag: [tags.processingInstruction, tags.labelName, tags.contentSeparator], class: 'mark' },
  { tag: tags.atom, class: 'mark' },
]);
