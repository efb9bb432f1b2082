/** What the process opens besides connections: the database, pages, letters, a log. */
const othersMax = 100;

/** Most files that this process may have open at once, connections among them; infinite where nobody says. */
export function openFilesMax(): number {
  // Names of network interfaces would be looked up, which takes long.
  Object.assign(process.report, { excludeNetwork: true });
  // Else its stack would be led back to the sources, which takes long too.
  const stackless = Object.assign(new Error(), { stack: '' });
  const { userLimits } = process.report.getReport(stackless) as {
    readonly userLimits?: { readonly open_files?: { readonly soft?: unknown } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY;
}

/** What to tell the operator where connections would run out of files; undefined where all fit. */
export function shortageOfFiles(connections: number, files: number): string | undefined {
  if (files >= connections + othersMax) return undefined;
  return `This process may have ${files} files open, fewer than its ${connections} connections need: raise that (ulimit -n) or lower CONNECTIONS_MAX.`;
}
