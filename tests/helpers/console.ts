import { format } from 'node:util';
import { afterEach, beforeEach } from 'vitest';

/**
 * Fails every test that calls console.error. A test that expects such a call must contain: `vi.spyOn(console,
 * 'error').mockImplementation(() => {})`.
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
