import type { RunTally } from './types.ts';

export const createTally = (): RunTally => ({
  seconds: {},
  upstream: { calls: 0, retries: 0, errors: 0 },
  kinds: {},
});

/** Response statuses for a call or book that does not exist. They do not count as failures. */
const EXPECTED = new Set([404, 410]);

/** Counts a finished call to the upstream. */
export function countCall({ upstream }: RunTally, result: { readonly success: number; readonly status: number }): void {
  upstream.calls += 1;
  if (result.success !== 1 && !EXPECTED.has(result.status)) upstream.errors += 1;
}

/**
 * Counts an undecided page that turned out unchanged. `section` is its kind, prefixed with its language and a colon
 * unless the page is in the default language.
 */
export function countAsKept({ kinds }: RunTally, section: string): void {
  const kind = section.slice(section.indexOf(':') + 1);
  const counts = kinds[kind];
  if (counts) kinds[kind] = { ...counts, rendered: counts.rendered - 1, kept: counts.kept + 1 };
}
