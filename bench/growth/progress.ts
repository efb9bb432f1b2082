const width = 30;

/** A progress bar on the terminal; without a terminal, a line at each tenth. */
export function createProgress(name: string, unit: string) {
  const startedAt = performance.now();
  let tenths = 0;
  return (done: number, of: number): void => {
    const share = done / of;
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    const text = `${name}: ${done.toLocaleString('en')} of ${of.toLocaleString('en')} ${unit}, ${seconds} s`;
    if (process.stderr.isTTY) {
      const bar = '█'.repeat(Math.round(share * width)).padEnd(width, '░');
      process.stderr.write(`\r${bar} ${text}${done === of ? '\n' : ''}`);
    } else if (Math.floor(share * 10) > tenths) {
      tenths = Math.floor(share * 10);
      console.error(text);
    }
  };
}
