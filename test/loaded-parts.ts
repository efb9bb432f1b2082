/** Preloaded into a program, prints at exit which of Node's internal modules were loaded. */
process.on('exit', () => {
  const { moduleLoadList } = process as unknown as { readonly moduleLoadList: readonly string[] };
  process.stdout.write(`Loaded: ${moduleLoadList.join(', ')}\n`);
});
