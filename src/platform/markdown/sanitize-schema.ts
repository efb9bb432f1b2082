import type { Options } from 'rehype-sanitize';

/** Ids in a body start with this, so that none can be mistaken for one of the page's own. */
export const idPrefix = 'text-';

const prefixedId: ['id', RegExp] = ['id', new RegExp(`^${idPrefix}`)];

/** Everything that may leave the renderer; what isn't named here doesn't. */
export const sanitizeSchema: Options = {
  tagNames: [
    'a', 'blockquote', 'br', 'code', 'del', 'div', 'em', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'img', 'input', 'li',
    'ol', 'p', 'pre', 'section', 'strong', 'sup', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul',
  ],
  attributes: {
    a: ['href', 'title', 'rel', 'ariaLabel', 'dataFootnoteRef', 'dataFootnoteBackref', prefixedId],
    code: [['className', /^language-[\w+#.-]{1,40}$/]],
    div: [
      ['className', 'table-scroll'],
      ['role', 'region'],
      ['tabIndex', 0],
      ['ariaLabel', 'Table'],
    ],
    h2: [['className', 'sr-only'], prefixedId],
    h3: [prefixedId],
    h4: [prefixedId],
    h5: [prefixedId],
    h6: [prefixedId],
    img: [
      'src',
      'alt',
      'title',
      ['loading', 'lazy'],
      ['decoding', 'async'],
      ['referrerPolicy', 'no-referrer'],
    ],
    input: [
      ['type', 'checkbox'],
      ['disabled', true],
      'checked',
      ['ariaLabel', 'Done', 'Not done'],
    ],
    li: [['className', 'task-list-item'], prefixedId],
    ol: ['start', ['className', 'contains-task-list']],
    pre: [['tabIndex', 0]],
    section: ['dataFootnotes', ['className', 'footnotes']],
    td: [['align', 'left', 'center', 'right']],
    th: [['align', 'left', 'center', 'right']],
    ul: [['className', 'contains-task-list']],
  },
  protocols: { href: ['http', 'https'], src: ['http', 'https'] },
  required: { input: { type: 'checkbox', disabled: true } },
  ancestors: { li: ['ol', 'ul'], td: ['table'], th: ['table'], thead: ['table'], tbody: ['table'], tr: ['table'] },
  strip: ['script', 'style'],
  clobber: [],
  allowComments: false,
  allowDoctypes: false,
};
