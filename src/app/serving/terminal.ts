import { StorageError } from '../../storage/storage.ts';
import { ConfigError } from '../config.ts';

/** Prints lines to the terminal, separate from the log, in one write. */
export function say(...lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

/** One line with the cause and what to do; the stack only for an unexpected error. */
export function explainStartFailure(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StorageError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code, port, address } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use already. Stop the program that uses it, or set PORT to another number.`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `This user may not listen on port ${port}. Set PORT to a number above 1023.`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `This machine has no address ${address ?? ''} to listen on. Set HOST to one of its own, such as 127.0.0.1 or 0.0.0.0.`;
  }
  return error.stack ?? error.message;
}
