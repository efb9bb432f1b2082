/** Paths with equal ends; `groups` has them by the segment before, undefined for those that begin there. */
interface Place {
  readonly paths: readonly (readonly string[])[];
  groups?: ReadonlyMap<string | undefined, Place>;
}

/** What is found by the end of a path. */
interface EndMatch {
  /** The first of the paths that have most segments in common with it. */
  readonly name: string;
  readonly common: number;
  /** The path that has these segments only. */
  readonly whole: string | undefined;
}

function groupsOf(place: Place, depth: number): ReadonlyMap<string | undefined, Place> {
  place.groups ??= new Map(
    [...Map.groupBy(place.paths, (parts) => parts.at(-1 - depth))].map(([part, paths]) => [
      part,
      { paths },
    ]),
  );
  return place.groups;
}

/** Finds paths by their ends, in a time that hardly depends on their number: groups are made as they are asked for. */
export function createEndIndex(
  names: readonly string[],
): (wanted: readonly string[]) => EndMatch | undefined {
  const root: Place = { paths: names.map((name) => name.split('/')) };
  return (wanted) => {
    let place = root;
    let common = 0;
    for (const part of wanted.toReversed()) {
      const next = groupsOf(place, common).get(part);
      if (!next) break;
      place = next;
      common += 1;
    }
    const [first] = place.paths;
    if (common === 0 || !first) return undefined;
    const [whole] = groupsOf(place, common).get(undefined)?.paths ?? [];
    return { name: first.join('/'), common, whole: whole?.join('/') };
  };
}
