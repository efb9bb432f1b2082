import { blogFields } from '../../../../../../blog/fields.ts';

/** The source of a site's reusable blocks, by id. */
export type ReusableBlocks = ReadonlyMap<string, string>;

export interface WithBlocks {
  readonly text: string;
  /** Blocks that could not be inserted, as sentences for the report. */
  readonly notes: readonly string[];
}

/** Maximum nesting depth of blocks. */
const depthMax = 8;
/** Maximum characters that blocks add to a text, including the markup of nested ones; each insertion counts. */
const addedMax = blogFields.longDescription.max;
/** Most ids named in a note. */
const namedMax = 10;

const start = '<!-- wp:';
const end = '-->';
const blockName = /^(?:core\/)?block\s/;

interface Reference {
  readonly ref: string;
  /** Whether the text overrides parts of the block. */
  readonly isChanged: boolean;
}

/** Parses `block {"ref":7} /`; undefined for every other block. */
function readReference(mark: string): Reference | undefined {
  const name = blockName.exec(mark.slice(0, 20))?.[0];
  if (name === undefined) return undefined;
  try {
    const values: unknown = JSON.parse(mark.slice(name.length).trim().replace(/\/$/, ''));
    if (typeof values !== 'object' || values === null) return undefined;
    const { ref, content } = values as { ref?: unknown; content?: unknown };
    const isRef = typeof ref === 'number' || typeof ref === 'string';
    return isRef ? { ref: String(ref).slice(0, 20), isChanged: content !== undefined } : undefined;
  } catch {
    return undefined;
  }
}

function noteOf(what: string, ids: ReadonlySet<string>): readonly string[] {
  if (ids.size === 0) return [];
  const more = ids.size > namedMax ? ', …' : '';
  return [`${what}: ${[...ids].slice(0, namedMax).join(', ')}${more}.`];
}

/** Replaces references to reusable blocks in a text by the blocks. */
export function withBlocks(text: string, blocks: ReusableBlocks): WithBlocks {
  const missing = new Set<string>();
  const unending = new Set<string>();
  const changed = new Set<string>();
  let left = addedMax;

  function placed({ ref, isChanged }: Reference, within: readonly string[]): string {
    const block = blocks.get(ref);
    if (block === undefined) {
      missing.add(ref);
      return '';
    }
    if (within.includes(ref) || within.length === depthMax || block.length >= left) {
      unending.add(ref);
      return '';
    }
    if (isChanged) changed.add(ref);
    left -= block.length + 1;
    return filled(block, [...within, ref]);
  }

  function filled(html: string, within: readonly string[]): string {
    const parts: string[] = [];
    let from = 0;
    for (let at = html.indexOf(start); at >= 0; ) {
      const close = html.indexOf(end, at);
      if (close < 0) break;
      const reference = readReference(html.slice(at + start.length, close));
      if (reference) {
        parts.push(html.slice(from, at), placed(reference, within));
        from = close + end.length;
      }
      at = html.indexOf(start, close);
    }
    return parts.join('') + html.slice(from);
  }

  const result = filled(text, []);
  return {
    text: result,
    notes: [
      ...noteOf('Reusable blocks that the export does not hold were left out', missing),
      ...noteOf('Reusable blocks within themselves, or too long, were left out', unending),
      ...noteOf('Reusable blocks came in their own words, not as they were changed here', changed),
    ],
  };
}
