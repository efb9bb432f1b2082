import type { Emitter } from 'highlight.js';
import { highlighter } from './code-languages.ts';

/** What a piece of code is, as far as its colour goes; these are classes in the style sheet. */
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

/** Adjacent pieces of one role are one. */
export interface CodePiece {
  readonly role: CodeRole | undefined;
  readonly text: string;
}

/** The scopes of the grammars, by the first word of their names; what isn't here has the colour of the text. */
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

/** Flat, whatever the grammar nests: the innermost scope with a role decides, and code within a string is code again. */
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
 * Code in a known language, cut into pieces of one colour each; undefined where its grammar fails. Some codes take a time
 * that grows with the square of their length: the caller bounds it.
 */
export function colourCode(code: string, language: string): readonly CodePiece[] | undefined {
  // The highlighter's own way to hand the pieces on: its HTML would have to be read again.
  const { _emitter: emitter } = highlighter.highlight(code, { language, ignoreIllegals: true });
  if (!(emitter instanceof Pieces)) return undefined;
  // It gives up in the middle where a grammar fails it, and tells nobody.
  const { pieces } = emitter;
  return pieces.map(({ text }) => text).join('') === code ? pieces : undefined;
}
