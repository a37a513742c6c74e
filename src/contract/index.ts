import type { AnyCall } from './call.ts';
import * as definitions from './calls/index.ts';

export * from './call.ts';
export * from './calls/index.ts';
export * from './envelope.ts';

/** All calls of the contract: first the required ones, then the optional ones, both sorted by name. */
export const CALLS: readonly AnyCall[] = Object.values(definitions as Readonly<Record<string, unknown>>)
  .filter(isCall)
  .sort((a, b) => Number(b.required) - Number(a.required) || (a.name < b.name ? -1 : 1));

export const REQUIRED_CALLS = CALLS.filter((call) => call.required);

function isCall(value: unknown): value is AnyCall {
  return typeof value === 'object' && value !== null && 'params' in value && 'empty' in value;
}
