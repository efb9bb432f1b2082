import type { Edit, Selection } from '../markdown-commands.ts';

/** Block kinds of a whole line. */
export type LineKind =
  | 'heading1'
  | 'heading2'
  | 'heading3'
  | 'quote'
  | 'bullets'
  | 'numbers'
  | 'tasks';

interface Kind {
  /** Matches the start of a line of this kind. */
  readonly is: RegExp;
  /** Matches the line start that it replaces. */
  readonly replaces: RegExp;
  /** The mark at the line's start; `index` counts the lines. */
  readonly mark: (index: number) => string;
}

const anyHeading = /^#{1,6} /;
const anyItem = /^(?:[-*+] (?:\[[ xX]\] )?|\d{1,9}[.)] )/;

const heading = (is: RegExp, mark: string): Kind => ({
  is,
  replaces: anyHeading,
  mark: () => mark,
});

const kinds: Readonly<Record<LineKind, Kind>> = {
  heading1: heading(/^# /, '# '),
  heading2: heading(/^## /, '## '),
  heading3: heading(/^### /, '### '),
  quote: { is: /^> /, replaces: /^> /, mark: () => '> ' },
  bullets: { is: /^[-*+] (?!\[[ xX]\] )/, replaces: anyItem, mark: () => '- ' },
  numbers: { is: /^\d{1,9}[.)] /, replaces: anyItem, mark: (index) => `${index + 1}. ` },
  tasks: { is: /^[-*+] \[[ xX]\] /, replaces: anyItem, mark: () => '- [ ] ' },
};

export function isLineKind(name: string): name is LineKind {
  return name in kinds;
}

/** The full lines that a selection touches. */
export function linesAround(text: string, { start, end }: Selection): Selection {
  // A line of which only the start is selected doesn't count.
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end;
  const nextBreak = text.indexOf('\n', last);
  return {
    start: text.lastIndexOf('\n', start - 1) + 1,
    end: nextBreak === -1 ? text.length : nextBreak,
  };
}

/** Converts the selected lines to a kind, or to plain text where all of them have it. */
export function prefixLines(text: string, selection: Selection, name: LineKind): Edit {
  const { is, replaces, mark } = kinds[name];
  const { start, end } = linesAround(text, selection);
  const lines = text
    .slice(start, end)
    .split('\n')
    .map((line) => {
      const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
      return { indent, words: line.slice(indent.length) };
    });
  const written = lines.filter(({ words }) => words !== '');
  const isAll = written.length > 0 && written.every(({ words }) => is.test(words));
  let count = 0;
  const insert = lines
    .map(({ indent, words }) => {
      if (words === '' && lines.length > 1) return indent;
      const plain = words.replace(replaces, '');
      return indent + (isAll ? plain : mark(count++) + plain);
    })
    .join('\n');
  const last = start + insert.length;
  const select = { start: lines.length === 1 ? last : start, end: last };
  return { from: start, to: end, insert, select };
}
