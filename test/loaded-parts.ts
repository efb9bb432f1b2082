/** Loaded ahead of a program, it says at the end which of Node's own parts were loaded. */
process.on('exit', () => {
  const { moduleLoadList } = process as unknown as { readonly moduleLoadList: readonly string[] };
  process.stdout.write(`Loaded: ${moduleLoadList.join(', ')}\n`);
});
