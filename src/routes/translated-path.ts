import type { LocaleCode } from '#src/contract/locales.ts';
import { PAGE_KINDS } from './page-kinds.ts';
import type { Match } from './parse.ts';
import { createPaths } from './paths.ts';

/**
 * The path that the language switch links to: the page in the other language, or the index page above it. Books,
 * authors and shelves exist in only one language, so the switch links to the home page instead.
 */
export function pathInLanguage(code: LocaleCode, match: Pick<Match, 'kind' | 'params'> | undefined): string {
  const paths = createPaths(code);
  return (match && PAGE_KINDS[match.kind].counterpart?.(paths, match.params)) ?? paths.home();
}
