export type MarkdownCommand =
  | 'bold'
  | 'italic'
  | 'heading'
  | 'link'
  | 'quote'
  | 'code'
  | 'list'
  | 'image';

/** Positions in a text, in UTF-16 units as a text area counts. */
export interface Selection {
  readonly start: number;
  readonly end: number;
}

/** One change of a text: what stands from `from` to `to` is replaced, then `select` is selected. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly select: Selection;
}

const marks = { bold: '**', italic: '_', code: '`' } as const;
const prefixes = { heading: '## ', quote: '> ', list: '- ' } as const;
const fence = '```';
const addressPlaceholder = 'https://';

/** Marks with a blank inside are no marks: `** word **` stays as it is. */
function withoutBlanks(text: string, { start, end }: Selection): Selection {
  const selected = text.slice(start, end);
  if (selected.trim() === '') return { start, end };
  return {
    start: start + selected.length - selected.trimStart().length,
    end: end - (selected.length - selected.trimEnd().length),
  };
}

function wrap(text: string, selection: Selection, mark: string): Edit {
  const { start, end } = withoutBlanks(text, selection);
  const selected = text.slice(start, end);
  const { length } = mark;
  if (text.slice(start - length, start) === mark && text.slice(end, end + length) === mark) {
    const from = start - length;
    const select = { start: from, end: from + selected.length };
    return { from, to: end + length, insert: selected, select };
  }
  const isMarked =
    selected.length > 2 * length && selected.startsWith(mark) && selected.endsWith(mark);
  const insert = isMarked ? selected.slice(length, -length) : mark + selected + mark;
  const offset = isMarked ? 0 : length;
  const inner = isMarked ? insert.length : selected.length;
  return {
    from: start,
    to: end,
    insert,
    select: { start: start + offset, end: start + offset + inner },
  };
}

/** The lines that a selection touches, from the first one's start to the last one's end. */
function linesAround(text: string, { start, end }: Selection): Selection {
  // A line whose start is all that was selected isn't meant.
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end;
  const nextBreak = text.indexOf('\n', last);
  return {
    start: text.lastIndexOf('\n', start - 1) + 1,
    end: nextBreak === -1 ? text.length : nextBreak,
  };
}

function prefixLines(text: string, selection: Selection, prefix: string): Edit {
  const { start, end } = linesAround(text, selection);
  const lines = text.slice(start, end).split('\n');
  const written = lines.filter((line) => line.trim() !== '');
  const isPrefixed = written.length > 0 && written.every((line) => line.startsWith(prefix));
  const insert = lines
    .map((line) => {
      if (isPrefixed) return line.startsWith(prefix) ? line.slice(prefix.length) : line;
      return line.trim() === '' && lines.length > 1 ? line : prefix + line;
    })
    .join('\n');
  const isOneLine = lines.length === 1;
  const select = isOneLine
    ? { start: start + insert.length, end: start + insert.length }
    : { start, end: start + insert.length };
  return { from: start, to: end, insert, select };
}

function fenceLines(text: string, selection: Selection): Edit {
  const { start, end } = linesAround(text, selection);
  const code = text.slice(start, end);
  const inner = start + fence.length + 1;
  return {
    from: start,
    to: end,
    insert: `${fence}\n${code}\n${fence}`,
    select: { start: inner, end: inner + code.length },
  };
}

/** What is still to be typed is left selected: the words, or the address where there are words already. */
function link(text: string, selection: Selection, opening: string, words: string): Edit {
  const { start, end } = withoutBlanks(text, selection);
  const selected = text.slice(start, end);
  const isAddress = /^https?:\/\/\S+$/i.test(selected);
  const shown = selected && !isAddress ? selected : words;
  const address = isAddress ? selected : addressPlaceholder;
  const wordsStart = start + opening.length;
  const addressStart = wordsStart + shown.length + 2;
  return {
    from: start,
    to: end,
    insert: `${opening}${shown}](${address})`,
    select:
      selected && !isAddress
        ? { start: addressStart, end: addressStart + address.length }
        : { start: wordsStart, end: wordsStart + shown.length },
  };
}

/** What a button of the toolbar does to a text; pressed again, it takes its marks away. */
export function editFor(command: MarkdownCommand, text: string, selection: Selection): Edit {
  switch (command) {
    case 'heading':
    case 'quote':
    case 'list':
      return prefixLines(text, selection, prefixes[command]);
    case 'link':
      return link(text, selection, '[', 'words');
    case 'image':
      return link(text, selection, '![', 'what it shows');
    case 'code':
      return text.slice(selection.start, selection.end).includes('\n')
        ? fenceLines(text, selection)
        : wrap(text, selection, marks.code);
    default:
      return wrap(text, selection, marks[command]);
  }
}
