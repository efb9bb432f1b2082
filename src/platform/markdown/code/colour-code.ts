import type { Emitter } from 'highlight.js';
import { highlighter } from './code-languages.ts';

/** Roles of code that have a colour; also class names in the style sheet. */
export const codeRoles = [
  'keyword',
  'string',
  'number',
  'comment',
  'name',
  'added',
  'deleted',
] as const;
export type CodeRole = (typeof codeRoles)[number];

/** Adjacent pieces of the same role are merged. */
export interface CodePiece {
  readonly role: CodeRole | undefined;
  readonly text: string;
}

/** Roles by the first part of a grammar's scope; other scopes have the colour of the text. */
const roleOfScope: Readonly<Record<string, CodeRole>> = {
  keyword: 'keyword',
  built_in: 'keyword',
  literal: 'keyword',
  'selector-tag': 'keyword',
  type: 'keyword',
  string: 'string',
  regexp: 'string',
  link: 'string',
  number: 'number',
  symbol: 'number',
  bullet: 'number',
  comment: 'comment',
  quote: 'comment',
  meta: 'comment',
  doctag: 'comment',
  title: 'name',
  name: 'name',
  section: 'name',
  attr: 'name',
  attribute: 'name',
  addition: 'added',
  deletion: 'deleted',
};

/**
 * Flattens nested scopes: the innermost scope with a role decides, and interpolated code within a string counts as
 * code.
 */
class Pieces implements Emitter {
  readonly pieces: CodePiece[] = [];
  readonly #roles: (CodeRole | undefined)[] = [];

  addText(text: string): void {
    if (text !== '') this.#add({ role: this.#roles.at(-1), text });
  }

  startScope(scope: string): void {
    const [name = ''] = scope.split('.');
    this.#roles.push(name === 'subst' ? undefined : (roleOfScope[name] ?? this.#roles.at(-1)));
  }

  endScope(): void {
    this.#roles.pop();
  }

  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  __addSublanguage(embedded: Emitter): void {
    if (embedded instanceof Pieces) for (const piece of embedded.pieces) this.#add(piece);
  }

  finalize(): void {}

  toHTML(): string {
    return '';
  }

  #add(piece: CodePiece): void {
    const last = this.pieces.at(-1);
    const isMore = last && last.role === piece.role;
    if (isMore) this.pieces[this.pieces.length - 1] = { ...last, text: last.text + piece.text };
    else this.pieces.push(piece);
  }
}
highlighter.configure({ __emitter: Pieces });

/**
 * Splits code in a known language into pieces with one role each; undefined if the grammar fails. Some inputs take
 * quadratic time: the caller must limit the length.
 */
export function colourCode(code: string, language: string): readonly CodePiece[] | undefined {
  // The highlighter's internal result; its HTML would have to be parsed again.
  const { _emitter: emitter } = highlighter.highlight(code, { language, ignoreIllegals: true });
  if (!(emitter instanceof Pieces)) return undefined;
  // If a grammar fails, the highlighter stops in the middle without an error.
  const { pieces } = emitter;
  return pieces.map(({ text }) => text).join('') === code ? pieces : undefined;
}
