/** One line for the person at the terminal, beside the log. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
