import { format } from 'node:util';
import { afterEach, beforeEach, vi } from 'vitest';

const methods = ['debug', 'info', 'log', 'warn', 'error'] as const;
const printed: string[] = [];

/**
 * Fails a test that prints to the console unexpectedly. A test that expects output replaces the method
 * (`vi.spyOn(console, 'error')`) and checks the calls.
 */
beforeEach(() => {
  printed.length = 0;
  for (const method of methods) {
    vi.spyOn(console, method).mockImplementation((...values: unknown[]) => {
      printed.push(`console.${method}: ${format(...values)}`);
    });
  }
});

afterEach(() => {
  for (const method of methods) vi.mocked(console[method]).mockRestore();
  if (printed.length > 0) throw new Error(`Unexpected console output:\n${printed.join('\n')}`);
});
