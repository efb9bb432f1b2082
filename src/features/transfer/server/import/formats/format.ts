import type { ForeignExport, ForeignSkip } from '../foreign.ts';
import type { ExportFiles } from './files/export-files.ts';
import type { TextReader } from './text/text-reader.ts';

/** Recognizes a system's export among the files and opens it; undefined if it is another system's. */
export type OpenFormat = (
  files: ExportFiles,
  heads: Heads,
  createReader: () => TextReader,
) => Promise<ForeignExport | undefined>;

/** The beginning of a file as text, as far as it is readable. */
export type Heads = (name: string) => Promise<string>;

/** A skipped item. */
export function skip(name: string, reason: string, isIntended = false): ForeignSkip {
  return { kind: 'skip', name, reason, isIntended };
}

/** Counts skipped items by kind; each kind is reported once. */
export class SkippedKinds {
  readonly #counts = new Map<string, number>();

  add(kind: string): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }

  *skips(reasonOf: (kind: string) => string): Generator<ForeignSkip> {
    for (const [kind, count] of this.#counts)
      yield skip(`${kind} (${count})`, reasonOf(kind), true);
  }
}
