import { hash } from 'node:crypto';
import {
  bytesOfPiece,
  deflateTogether,
  Packing,
  type Piece,
  passingPiece,
  pieceObjectBytes,
  staticPiece,
} from '../gzip-pieces.ts';
import { type JoinedSegments, joinSegments } from './joined-segments.ts';
import type { MemberData } from './member-data.ts';
import {
  type MarkupPart,
  type PersonalData,
  partsOf,
  type SlotMarker,
  type TemplateMarkup,
} from './template-markup.ts';

export type CaseMark = Extract<SlotMarker, { kind: 'case' }>;

/** A slot with the same case for nearly all members, within a run of bytes. */
export interface RareSlot {
  readonly mark: CaseMark;
  /** Position of its usual case in the run. */
  readonly start: number;
  readonly end: number;
  readonly other: Buffer;
}

/** A part of a page: a run of bytes, a text or data of the viewer, or a slot with two alternative lists of segments. */
export type Segment =
  | {
      readonly kind: 'run';
      readonly usual: Piece;
      readonly rare: readonly RareSlot[];
      /** Cached variants for the last members with an unusual case, keyed by the positions of their slots. */
      readonly others: Map<string, Piece>;
      readonly grow: Grow;
    }
  | { readonly kind: 'own'; readonly mark: SlotMarker }
  | { readonly kind: 'case'; readonly mark: CaseMark; readonly cases: readonly Segments[] };
export type Segments = readonly Segment[];

/** Called when a template's memory grows or shrinks after its creation. */
export type Grow = (bytes: number) => void;

/** Maximum cached variants of a run besides the usual one. */
const othersMax = 2;

/** A cached page whose slots are filled in for each member. */
export interface Template {
  readonly segments: readonly (Segment | JoinedSegments)[];
  readonly sources: readonly PersonalData[];
  /** Hash of the part that is the same for all members. */
  readonly digest: string;
  /** Memory at creation. */
  readonly bytes: number;
}

function textOf(parts: readonly MarkupPart[] | undefined): string | undefined {
  if (!parts?.every((part) => part.kind === 'static')) return undefined;
  return parts.map(({ text }) => text).join('');
}

/** Of runs without rare slots, which have no variants: most, and a map of its own is larger than a short run. */
const noOthers = new Map<string, Piece>();

export function runOf(usual: Piece, rare: readonly RareSlot[], grow: Grow): Segment {
  return { kind: 'run', usual, rare, others: rare.length > 0 ? new Map() : noOthers, grow };
}

function staticBytes(parts: readonly MarkupPart[]): number {
  const sizes = parts.map((part) =>
    part.kind === 'static'
      ? Buffer.byteLength(part.text)
      : part.cases.reduce((sum, row) => sum + staticBytes(row), 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Collects adjacent static content into one run. */
class Run {
  #texts: Buffer[] = [];
  #rare: RareSlot[] = [];
  #length = 0;
  readonly #packing: Packing;
  readonly #grow: Grow;

  constructor(packing: Packing, grow: Grow) {
    this.#packing = packing;
    this.#grow = grow;
  }

  add(text: string): void {
    const bytes = Buffer.from(text);
    this.#texts.push(bytes);
    this.#length += bytes.length;
  }

  addRare(mark: CaseMark, usual: string, other: string): void {
    const start = this.#length;
    this.add(usual);
    this.#rare.push({
      mark,
      start,
      end: this.#length,
      other: this.#packing.add(Buffer.from(other)),
    });
  }

  async end(): Promise<Segments> {
    if (this.#texts.length === 0) return [];
    const grow = this.#grow;
    const usual = await staticPiece(this.#packing.add(Buffer.concat(this.#texts)), grow);
    const run = runOf(usual, this.#rare, grow);
    this.#texts = [];
    this.#rare = [];
    this.#length = 0;
    return [run];
  }
}

async function segmentsOf(
  parts: readonly MarkupPart[],
  packing: Packing,
  grow: Grow,
): Promise<Segments> {
  const segments: Segment[] = [];
  const run = new Run(packing, grow);
  for (const part of parts) {
    if (part.kind === 'static') {
      run.add(part.text);
      continue;
    }
    const { mark, cases } = part;
    if (mark.kind !== 'case') {
      segments.push(...(await run.end()), { kind: 'own', mark });
      continue;
    }
    const [usual, other] = cases.map(textOf);
    if (mark.isRare && usual !== undefined && other !== undefined) {
      run.addRare(mark, usual, other);
      continue;
    }
    const rows = await Promise.all(cases.map((row) => segmentsOf(row, packing, grow)));
    segments.push(...(await run.end()), { kind: 'case', mark, cases: rows });
  }
  segments.push(...(await run.end()));
  return segments;
}

/** Current memory; `grow` is called when more of it is deflated. */
export function bytesOf(segments: Template['segments']): number {
  let bytes = 0;
  for (const segment of segments) {
    bytes += segment.kind === 'run' ? bytesOfPiece(segment.usual) : pieceObjectBytes;
    if (segment.kind === 'run') {
      for (const { other } of segment.rare) bytes += other.length + pieceObjectBytes;
    }
    if (segment.kind === 'case') for (const row of segment.cases) bytes += bytesOf(row);
    if (segment.kind === 'joined') bytes += segment.bytes;
  }
  return bytes;
}

function piecesOf(segments: Template['segments']): readonly Piece[] {
  return segments.flatMap((segment) => {
    if (segment.kind === 'run') return [segment.usual];
    if (segment.kind === 'case') return segment.cases.flatMap(piecesOf);
    return segment.kind === 'joined' ? piecesOf(segment.segments) : [];
  });
}

/** Makes the deflated form of all that is the same for all members. */
export function deflateTemplate({ segments }: Template): void {
  deflateTogether(piecesOf(segments));
}

/** Splits a page for all members at its slots. Throws if its markers are inconsistent. */
export async function createTemplate(markup: TemplateMarkup, grow: Grow): Promise<Template> {
  const { html, nonce, sources } = markup;
  const parts = partsOf(markup);
  const packing = new Packing(staticBytes(parts));
  const segments = joinSegments(await segmentsOf(parts, packing, grow), sources);
  const digest = hash('sha256', html.replaceAll(nonce, ''), 'base64url').slice(0, 22);
  return { segments, sources, digest, bytes: bytesOf(segments) };
}

function isSo(mark: CaseMark, data: readonly MemberData[]): boolean {
  return mark.is(data[mark.source]?.value, mark.about);
}

/**
 * The run with the cases of a member that aren't usual, made at the first request for it; undefined if all cases are
 * usual.
 */
function unusual(
  { usual, rare, others, grow }: Extract<Segment, { kind: 'run' }>,
  data: readonly MemberData[],
): Piece | undefined {
  const slots = rare.filter(({ mark }) => isSo(mark, data));
  if (slots.length === 0) return undefined;
  const name = slots.map(({ start }) => start).join();
  const known = others.get(name);
  if (known) return known;
  const { plain } = usual;
  const parts: Buffer[] = [];
  let end = 0;
  for (const slot of slots) {
    parts.push(plain.subarray(end, slot.start), slot.other);
    end = slot.end;
  }
  const made = passingPiece(Buffer.concat([...parts, plain.subarray(end)]), (bytes) => {
    if (others.get(name) === made) grow(bytes);
  });
  const [oldest] = others;
  if (others.size >= othersMax && oldest) {
    others.delete(oldest[0]);
    grow(-bytesOfPiece(oldest[1]));
  }
  others.set(name, made);
  grow(bytesOfPiece(made));
  return made;
}

/** The bytes of joined segments: made once for each member, until any of their data changes. */
function joinedPiece(
  { name, holder, sources, segments }: JoinedSegments,
  data: readonly MemberData[],
): Piece | undefined {
  return data[holder]?.joinedPiece(
    name,
    sources.map((source) => data[source]),
    () => {
      const pieces: Piece[] = [];
      fillInto(pieces, segments, data);
      return pieces;
    },
  );
}

function fillInto(
  pieces: Piece[],
  segments: Template['segments'],
  data: readonly MemberData[],
): void {
  for (const segment of segments) {
    if (segment.kind === 'case') {
      fillInto(pieces, segment.cases[isSo(segment.mark, data) ? 1 : 0] ?? [], data);
    } else if (segment.kind === 'own') {
      const own = data[segment.mark.source]?.pieceOf(segment.mark);
      if (own) pieces.push(own);
    } else if (segment.kind === 'joined') {
      const own = joinedPiece(segment, data);
      if (own) pieces.push(own);
    } else {
      pieces.push(unusual(segment, data) ?? segment.usual);
    }
  }
}

/** The page of one member; `data` is in the order of the template's sources. */
export function fill({ segments }: Template, data: readonly MemberData[]): readonly Piece[] {
  const pieces: Piece[] = [];
  fillInto(pieces, segments, data);
  return pieces;
}
