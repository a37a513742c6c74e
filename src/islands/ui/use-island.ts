import { useLayoutEffect, useMemo } from 'react';
import { LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import { createIslandT } from '#src/i18n/island-t.ts';
import type { Area, TextKey } from '#src/i18n/keys.ts';
import { createPaths, type Paths } from '#src/routes/paths.ts';
import { setPageContext } from '#src/stores/page-context.ts';

/** What every island gets from its page. */
export interface IslandProps {
  readonly locale: LocaleCode;
  /** Base path of the brand's API calls. */
  readonly apiPrefix: string;
  /** Texts of the island's area, at least those it shows. */
  readonly texts: Readonly<Record<string, string>>;
}

type WithoutArea<K, A extends Area> = K extends `${A}:${infer Key}` ? Key : never;

/** Text of a key of the island's area. */
export type AreaT<A extends Area> = (
  key: WithoutArea<TextKey, A>,
  values?: Readonly<Record<string, string | number>>,
) => string;

export interface Island<A extends Area> {
  /** As the page gave it, for a part whose texts are of another area. */
  readonly given: IslandProps;
  readonly t: AreaT<A>;
  readonly paths: Paths;
  /** BCP 47 */
  readonly tag: string;
  /** Full path of a picture: an https address stays, a path below the prefix gets it. */
  mediaUrl(url: string): string;
}

/** Texts and addresses of the page's locale; makes the stores call below the brand's prefix. */
export function useIsland<A extends Area>({ locale, apiPrefix, texts }: IslandProps): Island<A> {
  // Before the effects of the parts of the island, which may call the upstream.
  useLayoutEffect(() => setPageContext({ apiPrefix, locale }), [apiPrefix, locale]);
  return useMemo(() => {
    const { tag } = LOCALES[locale];
    const mediaUrl = (url: string) => (url.startsWith('/') ? apiPrefix + url : url);
    const given = { locale, apiPrefix, texts };
    return { given, t: createIslandT(texts, tag), paths: createPaths(locale), tag, mediaUrl };
  }, [locale, apiPrefix, texts]);
}
