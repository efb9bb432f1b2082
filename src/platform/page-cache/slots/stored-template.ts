import type { Reader } from '../../web/personal/personal.ts';
import { compact, type Piece, packedPiece, plainPiece, wholePiece } from '../gzip-pieces.ts';
import type { JoinedSegments } from './joined-segments.ts';
import {
  bytesOf,
  type CaseMark,
  deflateTemplate,
  type Grow,
  runOf,
  type Segment,
  type Segments,
  type Template,
} from './template.ts';
import type { PersonalData, SlotMarker } from './template-markup.ts';

/** Increase it with each change of the encoding below; other formats are not read. */
const format = 3;
/** Maximum number of joined segments that are shared; pages of a few kinds have them. */
const sharedMax = 100;
/** Length of the description as an unsigned little-endian number; the description follows as JSON. */
const lengthBytes = 4;

/** The parts of a page that are code, or that many pages share. */
export interface TemplateBinding {
  /** Undefined for an unknown name. */
  readonly sourceOf: (name: string) => PersonalData | undefined;
  /** Undefined for an unknown name. */
  readonly readerOf: (slotName: string) => AnyReader | undefined;
  /** Joined segments by their names, as decoded before. */
  readonly joined: SharedSegments;
}

/** Joined segments that pages have in common, by their names. */
export class SharedSegments {
  readonly #known = new Map<string, Segments>();

  /** `decode` is called for an unknown name. */
  of(name: string, decode: () => Segments): Segments {
    const known = this.#known.get(name);
    if (known) return known;
    if (this.#known.size >= sharedMax) this.#known.clear();
    const decoded = decode();
    this.#known.set(name, decoded);
    return decoded;
  }
}

type AnyReader = Reader<unknown, unknown, unknown>;

/** Start and end (exclusive) in the bytes after the description. */
type Place = readonly [start: number, end: number];

/** The forms that a stored template has: one suffices for a reply. */
export type TemplateForm = 'identity' | 'gzip';

/** Bytes beside each other. */
class Parts {
  readonly buffers: Buffer[] = [];
  bytes = 0;

  add(bytes: Buffer): Place {
    this.buffers.push(bytes);
    const start = this.bytes;
    this.bytes += bytes.length;
    return [start, this.bytes];
  }
}

/** What `gzipParts` needs besides the deflated bytes. */
type Checked = Pick<Piece, 'length' | 'crc' | 'shift'>;

type StoredPiece =
  | { readonly plain: Place }
  | (Checked & { readonly deflated: Place; readonly plain?: Place });

/** A marker without its function. */
interface StoredMark {
  readonly kind: SlotMarker['kind'];
  readonly source: number;
  readonly reader?: string;
  readonly about?: unknown;
  readonly isRare?: boolean;
}

interface StoredRareSlot {
  readonly mark: StoredMark;
  readonly start: number;
  readonly end: number;
  readonly other: Place;
}

type StoredSegment =
  | { readonly kind: 'run'; readonly usual: StoredPiece; readonly rare: readonly StoredRareSlot[] }
  | { readonly kind: 'own'; readonly mark: StoredMark }
  | {
      readonly kind: 'case';
      readonly mark: StoredMark;
      readonly cases: readonly (readonly StoredSegment[])[];
    }
  | {
      readonly kind: 'joined';
      readonly name: string;
      readonly holder: number;
      readonly sources: readonly number[];
      /** Where they are encoded on their own, in the bytes after the page's own ones. */
      readonly place: Place;
    };

interface Description {
  readonly format: number;
  readonly digest: string;
  /** Names of the sources, in the order of the markers' indexes. */
  readonly sources: readonly string[];
  /** Names of all readers. */
  readonly readers: readonly string[];
}

/** Encoded segments, and what else describes them. */
interface Encoded<About> {
  readonly about: About;
  readonly segments: readonly StoredSegment[];
  /** Bytes after the description that aren't those of joined segments, which follow. */
  readonly ownBytes: number;
}

function storedMark(mark: SlotMarker): StoredMark {
  const { kind, source } = mark;
  if (kind === 'data') return { kind, source };
  const { about } = mark;
  if (kind === 'text') return { kind, source, reader: mark.read.slotName, about };
  return { kind, source, reader: mark.is.slotName, about, isRare: mark.isRare };
}

function encode(
  about: unknown,
  segments: Template['segments'],
  form: TemplateForm | 'both',
): Buffer {
  const own = new Parts();
  const joined = new Parts();

  function storedPiece(piece: Piece): StoredPiece {
    if (form === 'identity') return { plain: own.add(piece.plain) };
    const { length: plainLength, crc, shift } = piece;
    const packed = { deflated: own.add(piece.deflated), length: plainLength, crc, shift };
    return form === 'gzip' ? packed : { ...packed, plain: own.add(piece.plain) };
  }

  function stored(segment: Segment | JoinedSegments): StoredSegment {
    const { kind } = segment;
    if (kind === 'own') return { kind, mark: storedMark(segment.mark) };
    if (kind === 'case') {
      const cases = segment.cases.map((row) => row.map(stored));
      return { kind, mark: storedMark(segment.mark), cases };
    }
    if (kind === 'joined') {
      const { name, holder, sources } = segment;
      // A member's bytes of them are joined once for both forms.
      return {
        kind,
        name,
        holder,
        sources,
        place: joined.add(encode({}, segment.segments, 'both')),
      };
    }
    const rare = segment.rare.map(({ mark, start, end, other }) => ({
      mark: storedMark(mark),
      start,
      end,
      other: own.add(other),
    }));
    return { kind, usual: storedPiece(segment.usual), rare };
  }

  const all = segments.map(stored);
  const json = Buffer.from(JSON.stringify({ about, segments: all, ownBytes: own.bytes }));
  const head = Buffer.alloc(lengthBytes);
  head.writeUInt32LE(json.length);
  return Buffer.concat([head, json, ...own.buffers, ...joined.buffers]);
}

function marksOf(segments: Template['segments']): readonly SlotMarker[] {
  return segments.flatMap((segment) => {
    const { kind } = segment;
    if (kind === 'own') return [segment.mark];
    if (kind === 'case') return [segment.mark, ...segment.cases.flatMap(marksOf)];
    return kind === 'joined' ? marksOf(segment.segments) : segment.rare.map(({ mark }) => mark);
  });
}

/** Encodes one form of a template, without functions: markers name their readers, and sources have names. */
export function writeTemplate(template: Template, form: TemplateForm): Buffer {
  if (form === 'gzip') deflateTemplate(template);
  const { segments, sources, digest } = template;
  const readers = new Set(marksOf(segments).flatMap((mark) => storedMark(mark).reader ?? []));
  const about: Description = {
    format,
    digest,
    sources: sources.map(({ name }) => name),
    readers: [...readers],
  };
  return encode(about, segments, form);
}

function decode<About>(bytes: Buffer): Encoded<About> & { readonly body: Buffer } {
  const start = lengthBytes + bytes.readUInt32LE();
  const encoded = JSON.parse(bytes.toString('utf8', lengthBytes, start)) as Encoded<About>;
  return { ...encoded, body: bytes.subarray(start) };
}

/** Decoded segments refer to `own`, joined ones to copies. All readers must be there. */
function bound(
  { segments, ownBytes, body }: ReturnType<typeof decode>,
  own: Buffer,
  { readerOf, joined }: Omit<TemplateBinding, 'sourceOf'>,
  grow: Grow,
): Template['segments'] {
  const at = ([from, to]: Place) => own.subarray(from, to);

  function marked({ kind, source, reader = '', about, isRare = false }: StoredMark): SlotMarker {
    if (kind === 'data') return { kind, source };
    const read = readerOf(reader) as AnyReader;
    return kind === 'text'
      ? { kind, source, read: read as Reader<unknown, unknown, string>, about }
      : { kind, source, is: read as Reader<unknown, unknown, boolean>, about, isRare };
  }

  function pieceOf(stored: StoredPiece): Piece {
    if (!('deflated' in stored)) return plainPiece(at(stored.plain), grow);
    const { plain } = stored;
    const packed = { ...stored, deflated: at(stored.deflated) };
    return plain ? wholePiece({ ...packed, plain: at(plain) }) : packedPiece(packed);
  }

  function segmentOf(segment: StoredSegment): Segment | JoinedSegments {
    const { kind } = segment;
    if (kind === 'own') return { kind, mark: marked(segment.mark) };
    if (kind === 'case') {
      const cases = segment.cases.map((row) => row.map(segmentOf) as Segment[]);
      return { kind, mark: marked(segment.mark) as CaseMark, cases };
    }
    if (kind === 'joined') {
      const { name, holder, sources, place } = segment;
      const [from, to] = place;
      const all = joined.of(name, () => {
        const encoded = decode(compact(body.subarray(ownBytes + from, ownBytes + to)));
        return bound(encoded, encoded.body, { readerOf, joined }, grow) as Segment[];
      });
      return { kind, name, holder, sources, bytes: 0, segments: all };
    }
    const usual = pieceOf(segment.usual);
    const rare = segment.rare.map((slot) => ({
      ...slot,
      mark: marked(slot.mark) as CaseMark,
      other: at(slot.other),
    }));
    return runOf(usual, rare, grow);
  }

  return segments.map(segmentOf);
}

/** The binding of a template that was made by this process. */
export function bindingOf(
  { sources, segments }: Template,
  joined: SharedSegments,
): TemplateBinding {
  const readers = new Map<string, AnyReader>();
  for (const mark of marksOf(segments)) {
    if (mark.kind === 'text') readers.set(mark.read.slotName, mark.read as AnyReader);
    if (mark.kind === 'case') readers.set(mark.is.slotName, mark.is as AnyReader);
  }
  return {
    sourceOf: (name) => sources.find((source) => source.name === name),
    readerOf: (slotName) => readers.get(slotName),
    joined,
  };
}

/**
 * Decodes a template and binds it to the page's current code; undefined for another format, or if a reader or source no
 * longer exists. The caller guarantees that the bytes are intact, and that they stay so as long as the template is used,
 * unless `isCopied`: then the template has its own.
 */
export function readTemplate(
  bytes: Buffer,
  { sourceOf, ...binding }: TemplateBinding,
  grow: Grow,
  isCopied = false,
): Template | undefined {
  const decoded = decode<Description>(bytes);
  const { format: own, digest, sources, readers } = decoded.about;
  if (own !== format || readers.some((name) => !binding.readerOf(name))) return undefined;
  const data = sources.flatMap((name) => sourceOf(name) ?? []);
  if (data.length < sources.length) return undefined;
  const ownBytes = decoded.body.subarray(0, decoded.ownBytes);
  const segments = bound(decoded, isCopied ? compact(ownBytes) : ownBytes, binding, grow);
  return { segments, sources: data, digest, bytes: bytesOf(segments) };
}
