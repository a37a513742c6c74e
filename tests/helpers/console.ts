import { format } from 'node:util';
import { afterEach, beforeEach } from 'vitest';

/**
 * Fails a test during which something called console.error. A test that expects it says so:
 * `vi.spyOn(console, 'error').mockImplementation(() => {})`.
 */
const original = console.error;
let unexpected: string[] = [];

beforeEach(() => {
  unexpected = [];
  console.error = (...values: unknown[]) => {
    unexpected.push(format(...values));
  };
});

afterEach(() => {
  console.error = original;
  if (unexpected.length > 0) throw new Error(`Unexpected console.error:\n${unexpected.join('\n')}`);
});
