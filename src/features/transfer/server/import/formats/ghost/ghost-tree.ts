import { escapeHtml } from '../../../../../../platform/text/escape.ts';
import { type LimitedReaders, narrowest } from '../audiences.ts';
import { type HtmlRead, readHtml } from '../text/html-text.ts';
import { Marks } from '../text/marks.ts';
import type { Markup } from '../text/markup.ts';
import { cardHtml, type Fields, fieldsOf, listOf, textOf } from './ghost-cards.ts';
import { notShown, readersOfCard } from './limited-cards.ts';

interface Reading {
  readonly marks: Marks;
  readonly notes: Set<string>;
  readonly readers: LimitedReaders[];
}

/** Maximum nesting depth, more than the editors allow. */
const depthMax = 60;
/** Lexical's format bits, in order. */
const formats = ['strong', 'em', 's', '', 'code', 'sub', 'sup'] as const;

/** Converts the document tree of one of Ghost's editors. Throws if it is invalid. */
export function readGhostTree(markup: Markup): HtmlRead {
  const reading: Reading = { marks: new Marks(), notes: new Set(), readers: [] };
  const tree = fieldsOf(JSON.parse(markup.text));
  const html =
    markup.format === 'lexical'
      ? lexical(fieldsOf(tree.root).children, reading, 0)
      : mobiledoc(tree, reading);
  const read = readHtml(html, markup, reading.marks);
  const [first, ...more] = reading.readers;
  return {
    markdown: read.markdown,
    notes: [...reading.notes, ...read.notes],
    ...(read.facts && { facts: read.facts }),
    readers: first && narrowest(first, ...more),
  };
}

function unknownCard(type: string, { notes }: Reading): string {
  notes.add(
    `A part of the kind ${JSON.stringify(type.slice(0, 40))} is not known here and was left out.`,
  );
  return '';
}

function lexical(children: unknown, reading: Reading, depth: number): string {
  if (depth > depthMax) throw new RangeError('The text is nested too deeply.');
  return listOf(children)
    .map((child) => lexicalNode(fieldsOf(child), reading, depth))
    .join('');
}

function lexicalNode(node: Fields, reading: Reading, depth: number): string {
  const type = textOf(node.type).replace(/^extended-/, '');
  const inner = () => lexical(node.children, reading, depth + 1);
  switch (type) {
    case 'text':
    case 'tk':
      return formatted(escapeHtml(textOf(node.text)), Number(node.format) || 0);
    case 'linebreak':
      return '<br>';
    case 'tab':
      return ' ';
    case 'link':
    case 'autolink':
      return `<a href="${escapeHtml(textOf(node.url))}">${inner()}</a>`;
    case 'heading':
      return wrapped(/^h[1-6]$/.test(textOf(node.tag)) ? textOf(node.tag) : 'h2', inner());
    case 'quote':
    case 'aside':
      return `<blockquote><p>${inner()}</p></blockquote>`;
    case 'list':
      return wrapped(node.listType === 'number' ? 'ol' : 'ul', inner());
    case 'listitem':
      return wrapped('li', inner());
    case 'paragraph':
      return wrapped('p', inner());
    case 'at-link':
    case 'zwnj':
      return '';
    default:
      break;
  }
  return cardOf(type, node, reading) ?? (node.children ? inner() : unknownCard(type, reading));
}

/** A card as HTML; undefined if it is unknown. One that no page of Ghost showed is left out. */
function cardOf(type: string, fields: Fields, { marks, notes, readers }: Reading) {
  const audience = readersOfCard(fields);
  if (audience === 'nobody' || type === 'email' || type === 'email-cta') {
    notes.add(notShown);
    return '';
  }
  const html = cardHtml(type, fields, marks);
  if (html && audience !== 'everybody') readers.push(audience);
  return html;
}

function wrapped(tag: string, inner: string): string {
  return `<${tag}>${inner}</${tag}>`;
}

function formatted(text: string, bits: number): string {
  return formats.reduce(
    (inner, tag, bit) => (tag && bits & (1 << bit) ? wrapped(tag, inner) : inner),
    text,
  );
}

const markupTags = /^(?:strong|b|em|i|a|code|s|sub|sup|u)$/;
const sectionTags = /^(?:p|h[1-6]|blockquote|aside|pull-quote)$/;

/** Sections with markers: [1, tag, markers], [2, address], [3, tag, items], [10, card]. */
function mobiledoc(tree: Fields, reading: Reading): string {
  const [markups, cards, atoms] = [listOf(tree.markups), listOf(tree.cards), listOf(tree.atoms)];

  function line(markers: unknown): string {
    const open: string[] = [];
    let html = '';
    for (const marker of listOf(markers)) {
      const [kind, opened, closed, value] = listOf(marker);
      for (const index of listOf(opened)) {
        const [tag, values] = listOf(markups[Number(index)]);
        const name = markupTags.test(textOf(tag)) ? textOf(tag) : 'span';
        const href = listOf(values).indexOf('href');
        const target = href < 0 ? '' : ` href="${escapeHtml(textOf(listOf(values)[href + 1]))}"`;
        html += `<${name}${target}>`;
        open.push(name);
      }
      html += kind === 0 ? escapeHtml(textOf(value)) : atom(value);
      for (let left = Math.min(Number(closed) || 0, open.length); left > 0; left -= 1)
        html += `</${open.pop()}>`;
    }
    return (
      html +
      open
        .toReversed()
        .map((name) => `</${name}>`)
        .join('')
    );
  }

  function atom(index: unknown): string {
    const [name, words] = listOf(atoms[Number(index)]);
    return name === 'soft-return' ? '<br>' : escapeHtml(textOf(words));
  }

  function section(given: unknown): string {
    const [kind, first, second] = listOf(given);
    if (kind === 1) {
      const tag = sectionTags.test(textOf(first)) ? textOf(first) : 'p';
      const name = /^(?:aside|pull-quote)$/.test(tag) ? 'blockquote' : tag;
      return wrapped(name, line(second));
    }
    if (kind === 2) return `<figure><img src="${escapeHtml(textOf(first))}"></figure>`;
    if (kind === 3) {
      const items = listOf(second).map((item) => wrapped('li', line(item)));
      return wrapped(first === 'ol' ? 'ol' : 'ul', items.join(''));
    }
    const [name, payload] = listOf(cards[Number(first)]);
    return cardOf(textOf(name), fieldsOf(payload), reading) ?? unknownCard(textOf(name), reading);
  }

  return listOf(tree.sections).map(section).join('');
}
