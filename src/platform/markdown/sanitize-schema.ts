import type { Schema } from 'hast-util-sanitize';
import { pictureSizes } from '../text/picture-size.ts';
import { videoName } from '../text/video-url.ts';
import { codeRoles } from './code/colour-code.ts';

/** Prefix of all ids in a text, so that they can't collide with ids of the page. */
export const idPrefix = 'text-';

const prefixed = new RegExp(`^${idPrefix}`);
const prefixedId: ['id', RegExp] = ['id', prefixed];

/** Only uploaded pictures have several sizes. */
const ownPicturesOnly =
  /^(?:\/images\/uploads\/[0-9a-fx.-]{1,80}(?:avif|webp) [0-9]{1,4}w(?:, |$)){1,9}$/;

/** Allowlist of everything in the renderer's output. */
export const sanitizeSchema: Schema = {
  tagNames: [
    'a',
    'blockquote',
    'br',
    'code',
    'del',
    'details',
    'div',
    'em',
    'figcaption',
    'figure',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'hr',
    'img',
    'input',
    'li',
    'nav',
    'ol',
    'p',
    'picture',
    'pre',
    'section',
    'source',
    'span',
    'strong',
    'summary',
    'sup',
    'table',
    'tbody',
    'td',
    'th',
    'thead',
    'tr',
    'ul',
  ],
  attributes: {
    a: [
      'href',
      'title',
      'rel',
      'ariaLabel',
      ['ariaLabelledBy', prefixed],
      ['className', 'heading-link'],
      'dataFootnoteRef',
      'dataFootnoteBackref',
      ['dataVideo', videoName],
      prefixedId,
    ],
    code: [['className', /^language-[\w+#.-]{1,40}$/]],
    div: [
      ['className', 'code', 'heading', 'table-scroll'],
      ['dir', 'ltr'],
      ['role', 'region'],
      ['tabIndex', 0],
      ['ariaLabel', 'Table'],
    ],
    figure: [['className', 'link-card', 'video', 'gallery', 'squared', ...pictureSizes]],
    h2: [['className', 'sr-only'], prefixedId],
    h3: [prefixedId],
    h4: [prefixedId],
    h5: [prefixedId],
    h6: [prefixedId],
    img: [
      'src',
      'alt',
      'title',
      'width',
      'height',
      ['className', 'portrait'],
      ['loading', 'lazy'],
      ['decoding', 'async'],
      ['referrerPolicy', 'no-referrer'],
    ],
    input: [['type', 'checkbox'], ['disabled', true], 'checked', ['ariaLabel', 'Done', 'Not done']],
    li: [['className', 'deeper-part', 'task-list-item'], prefixedId],
    nav: [
      ['className', 'text-contents'],
      ['ariaLabel', 'Contents'],
      ['dir', 'ltr'],
    ],
    ol: ['start', ['dir', 'auto'], ['className', 'contains-task-list']],
    p: [['className', 'code-language']],
    pre: [['tabIndex', 0]],
    section: ['dataFootnotes', ['className', 'footnotes']],
    source: [['type', 'image/avif', 'image/webp'], ['srcSet', ownPicturesOnly], 'sizes'],
    span: [['className', 'card-words', 'card-site', ...codeRoles]],
    td: [['align', 'left', 'center', 'right']],
    th: [['align', 'left', 'center', 'right']],
    ul: [['className', 'contains-task-list']],
  },
  protocols: { href: ['http', 'https'], src: ['http', 'https'] },
  required: { input: { type: 'checkbox', disabled: true } },
  ancestors: {
    li: ['ol', 'ul'],
    source: ['picture'],
    td: ['table'],
    th: ['table'],
    thead: ['table'],
    tbody: ['table'],
    tr: ['table'],
  },
  strip: ['script', 'style'],
  clobber: [],
  allowComments: false,
  allowDoctypes: false,
};
