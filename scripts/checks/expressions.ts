import { check } from 'recheck';
import { type ESTree, parseSync, Visitor } from 'vite';

export interface Expression {
  /** Path from the project's folder, with slashes. */
  readonly file: string;
  /** The source text; the call expression where it is created at run time. */
  readonly text: string;
  /** Undefined where it is created at run time. */
  readonly literal: { readonly pattern: string; readonly flags: string } | undefined;
}

/** Timeout per expression in milliseconds; the slowest takes 3,000 on an idle machine. */
const patience = 250_000;

function isConstructor(callee: ESTree.Expression): boolean {
  return callee.type === 'Identifier' && callee.name === 'RegExp';
}

/** Every regular expression in a source: literals, and calls of `RegExp`. */
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

/** Repetitions up to this bound are analysed exactly; longer ones as unbounded. */
const often = 5;

/**
 * Replaces long repetitions (`{1,64}`) by unbounded ones: if the result is linear, so is the original, and it can be
 * analysed exactly.
 */
function loosened(pattern: string): string {
  const piece = /\\.|\[(?:\\.|[^\]])*\]|\{(\d+)(,?)(\d*)\}/gs;
  return pattern.replace(piece, (whole, least?: string, comma?: string, most?: string) => {
    const isLong = Number(most || least) > often;
    return least !== undefined && (comma || most) && isLong ? (least === '0' ? '*' : '+') : whole;
  });
}

/** Whether the pattern has no unbounded repetition: each attempt takes a bounded number of steps. */
function isBounded(pattern: string): boolean {
  const outsideOfClasses = pattern.replace(/\\.|\[(?:\\.|[^\]])*\]/gs, '');
  return !/[*+]|\{\d+,\}/.test(outsideOfClasses);
}

/**
 * Why an expression may take more than linear time; undefined where it is proven linear. What can't be proven
 * (lookaround, backreferences, a timeout) counts as a reason: such an expression can be simplified.
 */
export async function reasonAgainst({ literal }: Expression): Promise<string | undefined> {
  if (!literal) return 'it is made at run time';
  const pattern = loosened(literal.pattern);
  if (isBounded(pattern)) return undefined;
  // The other checker fuzzes: it proves nothing and isn't deterministic.
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
