import { isElement } from '../../../../../../platform/markdown/from-html/html-line.ts';
import type {
  HtmlElement,
  HtmlNode,
} from '../../../../../../platform/markdown/from-html/parse-html.ts';
import { attribute, classesOf, element, wordsIn } from './html-nodes.ts';
import type { Marks } from './marks.ts';

/** The notes of a text, by the ids that its numbers lead to. */
export interface Footnotes {
  readonly byId: ReadonlyMap<
    string,
    { readonly label: string; readonly nodes: readonly HtmlNode[] }
  >;
  readonly marks: Marks;
  /** Those that a number leads to. */
  readonly used: Set<string>;
}

/** `1`, `[1]`, `*`: what stands for a note in a text. */
const number = /^\[?(?:\d{1,3}|[*†‡])\]?$/;
const backLink = /^(?:footnote-backref|footnote-back|footnote-number|reversefootnote|fn-backref)$/;

/** Finds the notes of a text: a number that leads to an element whose link leads back, as all systems write them. */
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
  // Substack: the id is on the link of the note, and the note is the element around it.
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

/** What a text of the site has where an element is a note, a note's number, or the way back from one; undefined for others. */
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

/** The id of the note that an element is the number of: a link, or a link in small letters. */
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

/** The notes that the text leads to, without their way back, each with its label. */
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
