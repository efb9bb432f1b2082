import {
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  ErrorCodes,
  parseFragment,
  type TreeAdapter,
} from 'parse5';

export type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
export type HtmlElement = DefaultTreeAdapterTypes.Element;

/** Tag name of an MDX component in the tree. */
export const componentTag = 'x-component';
/**
 * Tag name of an iframe in the tree: in HTML everything after an unclosed iframe is its text, and MDX doesn't close
 * them.
 */
export const frameTag = 'x-frame';
/** Maximum depth, more than real texts and pages need; later steps walk the tree recursively. */
const depthMax = { markdown: 60, mdx: 60, page: 250 } as const;
/** For broken HTML the parser repeats open tags: limits the copies per written tag. */
const copiesMax = 4;

/** Known tags. Any other is text to a reader: `Promise<string>`, `<command>`. */
const known: ReadonlySet<string> = new Set(
  [
    'p div section article header footer aside main nav center figure figcaption details summary address',
    'table caption colgroup col thead tbody tfoot tr td th ul ol li dl dt dd blockquote h1 h2 h3 h4 h5 h6 pre hr',
    'a img br wbr b strong i em code kbd tt del s sup sub span font small big u mark abbr cite q time label ins dfn',
    'var samp picture source track embed video audio object param iframe script style template svg',
    'math mi mn mo ms mtext mspace mrow mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup munder',
    'mover munderover mmultiscripts mtable mtr mtd semantics annotation',
  ].flatMap((names) => names.split(' ')),
);

/** Source of the HTML: in a page every tag is a tag, in a text unknown tags are text. */
export type HtmlSource = 'markdown' | 'mdx' | 'page';

/** HTML that can't be parsed without losing text or taking too long. */
class BrokenHtml extends Error {}

const tagStart = /<(?:(!--)|(\/)?([A-Za-z][^\s/<>]*)?)/g;

function nameTags(html: string, from: HtmlSource): string {
  return html.replace(tagStart, (whole, comment = '', slash = '', name = '') => {
    if (comment) return whole;
    if (from === 'mdx' && /^[A-Z]/.test(name)) return `<${slash}${componentTag}`;
    const tag = name.toLowerCase();
    if (tag === 'iframe') return `<${slash}${frameTag}`;
    return from === 'page' || known.has(tag) ? whole : `&lt;${whole.slice(1)}`;
  });
}

/**
 * Parses HTML like browsers do; in a text, unknown tags are text. Undefined if it contains no HTML or is too broken or
 * too deep. Takes linear time.
 */
export function parseHtml(html: string, from: HtmlSource): readonly HtmlNode[] | undefined {
  const named = nameTags(html, from);
  if (!named.includes('<')) return undefined;
  let depth = 0;
  let left = named.split('<').length * copiesMax;
  const treeAdapter: TreeAdapter<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    createElement(...given) {
      left -= 1;
      if (left < 0) throw new BrokenHtml();
      return defaultTreeAdapter.createElement(...given);
    },
    onItemPush() {
      depth += 1;
      if (depth > depthMax[from]) throw new BrokenHtml();
    },
    onItemPop() {
      depth -= 1;
    },
  };
  try {
    const { childNodes } = parseFragment(named, {
      treeAdapter,
      sourceCodeLocationInfo: true,
      scriptingEnabled: false,
      onParseError({ code }) {
        if (code === ErrorCodes.eofInTag) throw new BrokenHtml();
      },
    });
    childNodes.forEach(refuseUnclosed);
    return childNodes;
  } catch (error) {
    if (error instanceof BrokenHtml) return undefined;
    throw error;
  }
}

/** Elements that swallow all following content if they are not closed. */
const swallowing = /^(?:script|style|template|svg|pre)$/;

function refuseUnclosed(node: HtmlNode): void {
  if (!('childNodes' in node)) return;
  const isEmpty = node.childNodes.length === 0 && !('content' in node);
  if (swallowing.test(node.tagName) && !isEmpty && !node.sourceCodeLocation?.endTag) {
    throw new BrokenHtml();
  }
  node.childNodes.forEach(refuseUnclosed);
}
