import path from 'node:path';
import { parseSync } from 'vite';

/** A source file's path from the project's folder, with slashes, and its text. */
export interface SourceFile {
  readonly file: string;
  readonly source: string;
}

export interface UnusedExport {
  readonly file: string;
  readonly name: string;
}

interface Uses {
  /** Used as a whole by a program, as the registry reads the contracts. */
  isUsedWhole: boolean;
  /** Names imported individually. */
  readonly names: Set<string>;
  /**
   * Sources of files that import the namespace or load it at run time: a name that occurs in one of them counts as
   * used.
   */
  readonly texts: string[];
}

const isPath = (specifier: string) => specifier.startsWith('.');

const wordOf = (name: string) =>
  new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g');

/** Whether a namespace is used as a value, beyond access to single members. */
const isPassedOn = (source: string, name: string) =>
  [...source.matchAll(wordOf(name))].some(
    ({ index }) =>
      !/^\s*\./.test(source.slice(index + name.length)) && !/\bas\s+$/.test(source.slice(0, index)),
  );

/**
 * The exports that no other file imports. A type used in its own file doesn't count: it names a part of another export.
 * `isEntry` returns which files a tool or a glob loads.
 */
export function unusedExports(
  files: readonly SourceFile[],
  isEntry: (file: string) => boolean,
): readonly UnusedExport[] {
  const uses = new Map<string, Uses>(
    files.map(({ file }) => [file, { isUsedWhole: false, names: new Set(), texts: [] }]),
  );
  const exports: UnusedExport[] = [];
  for (const { file, source } of files) {
    const { module } = parseSync(file, source);
    const usesOf = (specifier: string): Uses | undefined => {
      const [plain = ''] = specifier.split('?', 1);
      if (!isPath(plain)) return undefined;
      return uses.get(path.posix.join(path.posix.dirname(file), plain));
    };
    for (const { moduleRequest, entries } of module.staticImports) {
      const imported = usesOf(moduleRequest.value);
      for (const { importName, localName } of entries) {
        if (importName.kind === 'Name') imported?.names.add(importName.name ?? '');
        else if (importName.kind === 'Default') imported?.names.add('default');
        else if (imported) imported.isUsedWhole ||= isPassedOn(source, localName.value);
        if (importName.kind === 'NamespaceObject') imported?.texts.push(source);
      }
    }
    for (const { entries } of module.staticExports) {
      for (const { moduleRequest, importName, exportName, isType } of entries) {
        const imported = moduleRequest ? usesOf(moduleRequest.value) : undefined;
        if (importName.name) imported?.names.add(importName.name);
        else imported?.texts.push(source);
        const name = exportName.kind === 'Default' ? 'default' : exportName.name;
        if (!name || isEntry(file)) continue;
        const isPart = isType && (source.match(wordOf(name))?.length ?? 0) > 1;
        if (!isPart) exports.push({ file, name });
      }
    }
    // Dynamic imports, and types named by `import('…')`.
    for (const [, specifier = ''] of source.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)) {
      usesOf(specifier)?.texts.push(source);
    }
  }
  return exports.filter(({ file, name }) => {
    const used = uses.get(file);
    if (!used || used.isUsedWhole) return false;
    const { names, texts } = used;
    return !names.has(name) && !texts.some((text) => wordOf(name).test(text));
  });
}
