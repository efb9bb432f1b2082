/** File descriptors besides connections: database, page cache, e-mail, log. */
const othersMax = 100;

/** Limit of open files of this process, connections included; infinite where unknown. */
export function openFilesMax(): number {
  // Resolving names of network interfaces takes long.
  Object.assign(process.report, { excludeNetwork: true });
  // Applying source maps to a stack takes long too.
  const stackless = Object.assign(new Error(), { stack: '' });
  const { userLimits } = process.report.getReport(stackless) as {
    readonly userLimits?: { readonly open_files?: { readonly soft?: unknown } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY;
}

/** Warning for the operator where connections could exceed the open files; undefined otherwise. */
export function shortageOfFiles(connections: number, files: number): string | undefined {
  if (files >= connections + othersMax) return undefined;
  return `This process may have ${files} files open, fewer than its ${connections} connections need: raise that (ulimit -n) or lower CONNECTIONS_MAX.`;
}
