import type { RunTally } from './types.ts';

export const createTally = (): RunTally => ({
  seconds: {},
  upstream: { calls: 0, retries: 0, errors: 0 },
  kinds: {},
});

/** Statuses by which an upstream says that it has no such call or book: no failure. */
const EXPECTED = new Set([404, 410]);

/** Counts a call to the upstream that has ended. */
export function countCall({ upstream }: RunTally, result: { readonly success: number; readonly status: number }): void {
  upstream.calls += 1;
  if (result.success !== 1 && !EXPECTED.has(result.status)) upstream.errors += 1;
}

/** A page that the plan left undecided was kept in the end. `section` is its kind, behind its language and a colon where that is not the first. */
export function countAsKept({ kinds }: RunTally, section: string): void {
  const kind = section.slice(section.indexOf(':') + 1);
  const counts = kinds[kind];
  if (counts) kinds[kind] = { ...counts, rendered: counts.rendered - 1, kept: counts.kept + 1 };
}
