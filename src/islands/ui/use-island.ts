import { useEffect, useMemo } from 'react';
import { LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import { createIslandT, type IslandT } from '#src/i18n/island-t.ts';
import { createPaths, type Paths } from '#src/paths.ts';
import { setHost } from '#src/stores/host.ts';

/** What every island gets from its page. */
export interface IslandProps {
  readonly locale: LocaleCode;
  /** Base path of the brand's API calls. */
  readonly apiPrefix: string;
  /** Texts of the island's area. */
  readonly texts: Readonly<Record<string, string>>;
}

export interface Island {
  readonly t: IslandT;
  readonly paths: Paths;
  /** BCP 47 */
  readonly tag: string;
}

/** Texts and addresses of the page's locale; makes the stores call below the brand's prefix. */
export function useIsland({ locale, apiPrefix, texts }: IslandProps): Island {
  useEffect(() => setHost({ apiPrefix, locale }), [apiPrefix, locale]);
  return useMemo(() => {
    const { tag } = LOCALES[locale];
    return { t: createIslandT(texts, tag), paths: createPaths(locale), tag };
  }, [locale, texts]);
}
