import { check } from 'recheck';
import { type ESTree, parseSync, Visitor } from 'vite';

export interface Expression {
  /** Path from the project's folder, with slashes. */
  readonly file: string;
  /** As it is written. For one that is made at run time: the call that makes it. */
  readonly text: string;
  /** Undefined for one that is made at run time. */
  readonly literal: { readonly pattern: string; readonly flags: string } | undefined;
}

/** Milliseconds for one expression; the slowest takes 3,000 where nothing else runs. */
const patience = 250_000;

function isConstructor(callee: ESTree.Expression): boolean {
  return callee.type === 'Identifier' && callee.name === 'RegExp';
}

/** Every regular expression of a source: the literals, and the calls of `RegExp`. */
export function expressionsIn(file: string, source: string): readonly Expression[] {
  const found: Expression[] = [];
  const made = ({ start, end, callee }: ESTree.NewExpression | ESTree.CallExpression) => {
    if (isConstructor(callee)) {
      found.push({ file, text: source.slice(start, end), literal: undefined });
    }
  };
  const visitor = new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      found.push({ file, text: source.slice(node.start, node.end), literal: node.regex });
    },
    NewExpression: made,
    CallExpression: made,
  });
  visitor.visit(parseSync(file, source).program);
  return found;
}

/** Repetitions up to this often are judged as written; more often, as if there were no end. */
const often = 5;

/**
 * The pattern with every long repetition (`{1,64}`) made endless: what is linear then is so before as well, and can be
 * judged exactly.
 */
function loosened(pattern: string): string {
  const piece = /\\.|\[(?:\\.|[^\]])*\]|\{(\d+)(,?)(\d*)\}/gs;
  return pattern.replace(piece, (whole, least?: string, comma?: string, most?: string) => {
    const isLong = Number(most || least) > often;
    return least !== undefined && (comma || most) && isLong ? (least === '0' ? '*' : '+') : whole;
  });
}

/** True where nothing in the pattern is repeated without an end: each try takes so many steps and no more. */
function isBounded(pattern: string): boolean {
  const outsideOfClasses = pattern.replace(/\\.|\[(?:\\.|[^\]])*\]/gs, '');
  return !/[*+]|\{\d+,\}/.test(outsideOfClasses);
}

/**
 * Why the time that an expression takes may grow faster than the text it reads; undefined where it is proven not to.
 * What can't be proven (looking ahead or behind, going back, too much for the time there is) is a reason too: such an
 * expression can be written more simply.
 */
export async function reasonAgainst({ literal }: Expression): Promise<string | undefined> {
  if (!literal) return 'it is made at run time';
  const pattern = loosened(literal.pattern);
  if (isBounded(pattern)) return undefined;
  // The other checker tries texts, and can neither prove anything nor give the same answer twice.
  const found = await check(pattern, literal.flags, { checker: 'automaton', timeout: patience });
  switch (found.status) {
    case 'safe':
      return undefined;
    case 'vulnerable':
      return `${found.complexity.summary}: ${found.attack.pattern}`;
    default:
      return `not known: ${found.error.kind}`;
  }
}
