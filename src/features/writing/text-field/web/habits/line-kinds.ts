import type { Edit, Selection } from '../markdown-commands.ts';

/** What a whole line can be. */
export type LineKind =
  | 'heading1'
  | 'heading2'
  | 'heading3'
  | 'quote'
  | 'bullets'
  | 'numbers'
  | 'tasks';

interface Kind {
  /** A line that is one already, from its start. */
  readonly is: RegExp;
  /** What it takes the place of. */
  readonly replaces: RegExp;
  /** What such a line begins with; `index` counts the lines. */
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

/** The lines that a selection touches, from the first one's start to the last one's end. */
export function linesAround(text: string, { start, end }: Selection): Selection {
  // A line whose start is all that was selected isn't meant.
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end;
  const nextBreak = text.indexOf('\n', last);
  return {
    start: text.lastIndexOf('\n', start - 1) + 1,
    end: nextBreak === -1 ? text.length : nextBreak,
  };
}

/** Makes the lines of a selection what is asked for, in place of what they were; lines that are all of it become plain. */
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
