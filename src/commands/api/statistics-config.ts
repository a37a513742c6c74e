import type { StatisticsConfig } from '#src/api/index.ts';
import type { Brand } from '#src/brand/registry.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { parsePath } from '#src/routes/parse.ts';

/** How the API counts the events of a brand (docs/operate/analytics.md); undefined if the brand has no statistics. */
export function statisticsConfig({ statistics, hosts, locales }: Brand): StatisticsConfig | undefined {
  if (statistics !== true) return undefined;
  return {
    hosts,
    pageOf(path) {
      const match = parsePath(path, locales);
      if (!match) return undefined;
      const { kind, locale, params } = match;
      const { section } = LOCALES[locale];
      if (kind === 'reader') return { section, book: idOf(params['bookId']), chapter: idOf(params['chapterId']) };
      if (kind === 'novel' || kind === 'activeNovel') return { section, book: idOf(params['id']), chapter: 0 };
      return { section, book: 0, chapter: 0 };
    },
  };
}

/** @returns 0 for a book without an id in its path, such as `/novel/name` */
const idOf = (text: string | undefined) => Number(text ?? 0);
