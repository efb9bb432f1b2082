import { isoOf } from '../../../../../../platform/text/iso-of.ts';
import type { ForeignText } from '../../foreign.ts';
import type { ExportFiles } from '../files/export-files.ts';

/** Minimum number of path segments in a key: the folder and the file name. */
const segmentsAtLeast = 2;
/** Beyond so many equal segments, a key has the whole path. */
const segmentsMost = 32;

/** The ends of the files' paths, each with as many segments as distinguish it from the others. */
function endsOf(names: readonly string[], holder: string): ReadonlyMap<string, string> {
  const ends = new Map<string, string>();
  let open = names.map((name) => ({
    name,
    parts: `${holder}/${name}`.split('/').filter(Boolean),
  }));
  for (let segments = segmentsAtLeast; open.length > 0; segments += 1) {
    const isWhole = segments > segmentsMost;
    const groups = Map.groupBy(open, ({ parts }) =>
      (isWhole ? parts : parts.slice(-segments)).join('/'),
    );
    for (const [end, members] of groups) for (const { name } of members) ends.set(name, end);
    open = isWhole ? [] : [...groups.values()].filter((members) => members.length > 1).flat();
  }
  return ends;
}

/**
 * Keys for texts without an id: the end of the file's path and the day of publication, as in
 * `npm/peer-dependencies.mdx@2013-02-08`. A file keeps its key in an archive, in another working directory, in a copy of
 * its folder, or alone. The day distinguishes equal paths of two sites.
 */
export function createPathKeys(
  names: readonly string[],
  { holder }: Pick<ExportFiles, 'holder'>,
): (name: string, createdAt: number | null) => Pick<ForeignText, 'key' | 'formerKeys'> {
  const ends = endsOf(names, holder);
  return (name, createdAt) => {
    const undated = `${ends.get(name) ?? name}@`;
    if (createdAt === null) return { key: undated };
    // A draft may get its date when it is published.
    return { key: `${undated}${isoOf(createdAt).slice(0, 10)}`, formerKeys: [undated] };
  };
}
