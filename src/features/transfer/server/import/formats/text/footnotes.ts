import { isElement } from '../../../../../../platform/markdown/from-html/html-line.ts';
import type {
  HtmlElement,
  HtmlNode,
} from '../../../../../../platform/markdown/from-html/parse-html.ts';
import { attribute, classesOf, element, wordsIn } from './html-nodes.ts';
import type { Marks } from './marks.ts';

/** The footnotes of a text, by the ids in its references. */
export interface Footnotes {
  readonly byId: ReadonlyMap<
    string,
    { readonly label: string; readonly nodes: readonly HtmlNode[] }
  >;
  readonly marks: Marks;
  /** Footnotes that are referenced. */
  readonly used: Set<string>;
}

/** The text of a footnote reference: `1`, `[1]`, `*`. */
const number = /^\[?(?:\d{1,3}|[*†‡])\]?$/;
const backLink = /^(?:footnote-backref|footnote-back|footnote-number|reversefootnote|fn-backref)$/;

/** Finds footnotes: list items or elements of class `footnote` whose id is the target of a reference. */
export function findFootnotes(
  nodes: readonly HtmlNode[],
  given: ReadonlyMap<string, readonly HtmlNode[]>,
  marks: Marks,
): Footnotes {
  const notes = new Map<string, readonly HtmlNode[]>(given);
  const targets: { id: string; node: HtmlElement }[] = [];
  const asked = new Set<string>();
  visit(nodes, (node) => {
    const id = attribute(node, 'id');
    if (id && (node.tagName === 'li' || classesOf(node).includes('footnote')))
      targets.push({ id, node });
    const href = node.tagName === 'a' ? attribute(node, 'href') : undefined;
    if (href?.startsWith('#') && number.test(wordsIn(node))) asked.add(href.slice(1));
  });
  for (const { id, node } of targets) if (asked.has(id)) notes.set(id, node.childNodes);
  // Substack puts the id on a link within the note; the note is the surrounding element.
  visit(nodes, (node) => {
    if (!classesOf(node).includes('footnote') || node.tagName === 'a') return;
    const link = node.childNodes.find(
      (child): child is HtmlElement => isElement(child) && asked.has(attribute(child, 'id') ?? ''),
    );
    const id = link && attribute(link, 'id');
    if (id)
      notes.set(
        id,
        node.childNodes.filter((child) => child !== link),
      );
  });
  const byId = new Map(
    [...notes].map(([id, inner], index) => [id, { label: String(index + 1), nodes: inner }]),
  );
  return { byId, marks, used: new Set() };
}

function visit(nodes: readonly HtmlNode[], see: (node: HtmlElement) => void): void {
  for (const node of nodes) {
    if (!isElement(node)) continue;
    see(node);
    visit(node.childNodes, see);
  }
}

/** The Markdown for a footnote, a reference or a back link; undefined for other elements. */
export function footnoteNumber(node: HtmlElement, footnotes: Footnotes): string | undefined {
  const { byId, marks, used } = footnotes;
  if (byId.size === 0) return undefined;
  if (isNote(node, footnotes)) return '';
  const id = noteNamedBy(node);
  const note = id === undefined ? undefined : byId.get(id);
  if (id === undefined || !note) return undefined;
  used.add(id);
  return marks.keep(`[^${note.label}]`);
}

function isNote(node: HtmlElement, { byId }: Footnotes): boolean {
  const classes = classesOf(node);
  if (byId.has(attribute(node, 'id') ?? '') && node.tagName !== 'a' && node.tagName !== 'sup')
    return true;
  if (node.tagName === 'a') return classes.some((name) => backLink.test(name));
  if (!classes.some((name) => /^(?:footnotes?|footnotes-sep)$/.test(name))) return false;
  return node.childNodes.some(
    (child) =>
      isElement(child) &&
      (isNote(child, { byId } as Footnotes) || byId.has(attribute(child, 'id') ?? '')),
  );
}

/** The id of the note that an element refers to: a link, or a link in superscript. */
function noteNamedBy(node: HtmlElement): string | undefined {
  const own = attribute(node, 'data-fn');
  if (own) return own;
  if (node.tagName === 'sup') {
    const inner = node.childNodes.filter(isElement);
    return inner.length === 1 && inner[0] ? noteNamedBy(inner[0]) : undefined;
  }
  const href = node.tagName === 'a' ? attribute(node, 'href') : undefined;
  return href?.startsWith('#') && number.test(wordsIn(node)) ? href.slice(1) : undefined;
}

/** The referenced footnotes with their labels, without back links. */
export function notesOf({
  byId,
  used,
}: Footnotes): readonly { label: string; nodes: HtmlNode[] }[] {
  return [...byId]
    .filter(([id]) => used.has(id))
    .map(([, { label, nodes }]) => ({ label, nodes: withoutWayBack(nodes) }));
}

function withoutWayBack(nodes: readonly HtmlNode[]): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (!isElement(node)) return [node];
    const isBack =
      node.tagName === 'a' &&
      (classesOf(node).some((name) => backLink.test(name)) || /^[↩^↑⏎]/.test(wordsIn(node)));
    return isBack ? [] : [element(node.tagName, withoutWayBack(node.childNodes), node.attrs)];
  });
}
