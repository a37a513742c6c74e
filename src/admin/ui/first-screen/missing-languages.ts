import type { FoundBooks } from '../../contract/first-screen.ts';

/** The languages of books that the site would not show. */
export function missingLanguages(
  found: FoundBooks | null,
  codes: readonly string[],
): { readonly code: string; readonly books: number }[] {
  const counts = new Map<string, number>();
  for (const { locale, decision } of found?.books ?? [])
    if (decision === null && !codes.includes(locale)) counts.set(locale, (counts.get(locale) ?? 0) + 1);
  return [...counts].map(([code, books]) => ({ code, books }));
}
