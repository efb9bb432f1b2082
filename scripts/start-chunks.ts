import type { Plugin, Rolldown } from 'vite';

/** The module that a process which serves requests loads, and a supervisor of such processes doesn't. */
const siteModule = /\/src\/app\/serving\/run-site\.ts$/;
const pagesModule = /\/src\/app\/rendering\/render\.tsx$/;
/** A backup asks each feature what to leave out, so it loads the site. */
const siteProcess = /\/backup-process\.ts$/;

/** Packages that no start needs: what uses them imports them when it does. */
const onDemand =
  /(?:^|\/node_modules\/)(@simplewebauthn|ajv|csv-parse|highlight\.js|mdast-[^/]+|micromark[^/]*|nodemailer|parse5|pg|sax|sharp|smol-toml|yaml|yauzl)(?:\/|$)/;

type ModuleInfoOf = (id: string) => Rolldown.ModuleInfo | null;

/** Adds a module and all that it imports to `found`; with `isLazyToo`, also what it imports dynamically, but the site. */
function reach(infoOf: ModuleInfoOf, id: string, found: Set<string>, isLazyToo: boolean): void {
  if (found.has(id) || (isLazyToo && siteModule.test(id))) return;
  found.add(id);
  const { importedIds = [], dynamicallyImportedIds = [] } = infoOf(id) ?? {};
  for (const next of importedIds) reach(infoOf, next, found, isLazyToo);
  if (!isLazyToo) return;
  for (const next of dynamicallyImportedIds) reach(infoOf, next, found, isLazyToo);
}

/**
 * Puts what every start loads into two files, the site and what all its pages need: parts that are loaded later share
 * modules with them, and would split them into 180 files, whose look-up takes a tenth of a start. Leaves out what threads,
 * other processes and the supervisor load too, which need little of it.
 */
export function startChunks(): { plugin: Plugin; group: Rolldown.CodeSplittingGroup } {
  const chunks = new Map<string, string>();
  const plugin: Plugin = {
    name: 'start-chunks',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    buildEnd() {
      const infoOf: ModuleInfoOf = (id) => this.getModuleInfo(id);
      const ids = [...this.getModuleIds()];
      const from = (roots: readonly string[], isLazyToo: boolean) => {
        const found = new Set<string>();
        for (const id of roots) reach(infoOf, id, found, isLazyToo);
        return found;
      };
      const isOther = (id: string) =>
        infoOf(id)?.isEntry === true && !pagesModule.test(id) && !siteProcess.test(id);
      const others = from(ids.filter(isOther), true);
      const name = (root: RegExp, chunk: string) => {
        for (const id of from(
          ids.filter((each) => root.test(each)),
          false,
        )) {
          if (!others.has(id)) chunks.set(id, chunk);
        }
      };
      name(pagesModule, 'pages');
      name(siteModule, 'site');
      const sites = ids.filter((id) => siteModule.test(id) || pagesModule.test(id));
      const tooMuch = [...from(sites, false)].find((id) => onDemand.test(id));
      if (tooMuch) {
        this.error(
          `Each start would load ${tooMuch}: import() what needs it where it is used (docs/decisions/0020-server-bundle.md).`,
        );
      }
    },
  };
  return { plugin, group: { name: (id) => chunks.get(id) ?? null } };
}
