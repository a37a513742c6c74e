import { useLayoutEffect, useMemo } from 'react';
import { LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import { createIslandT } from '#src/i18n/island-t.ts';
import type { Area, TextKey } from '#src/i18n/keys.ts';
import { createPaths, type Paths } from '#src/routes/paths.ts';
import { setPageContext } from '../state/page-context.ts';

/** Props of every island. */
export interface IslandProps {
  readonly locale: LocaleCode;
  /** Base path of the brand's API calls. */
  readonly apiPrefix: string;
  /** Texts of the island's area, by key. Must contain every text that the island shows. */
  readonly texts: Readonly<Record<string, string>>;
}

type WithoutArea<K, A extends Area> = K extends `${A}:${infer Key}` ? Key : never;

/** Returns the text for a key of the island's area. */
export type AreaT<A extends Area> = (
  key: WithoutArea<TextKey, A>,
  values?: Readonly<Record<string, string | number>>,
) => string;

export interface Island<A extends Area> {
  /** The props that the page passed, for child components that need texts of another area. */
  readonly props: IslandProps;
  readonly t: AreaT<A>;
  readonly paths: Paths;
  /** Language of the page, BCP 47. */
  readonly tag: string;
  /** Full address of a picture: adds the brand's prefix to paths and leaves https addresses unchanged. */
  mediaUrl(url: string): string;
}

/** Returns the texts and paths of the page's locale. Also sets the API prefix that stores use for their calls. */
export function useIsland<A extends Area>({ locale, apiPrefix, texts }: IslandProps): Island<A> {
  // A layout effect runs before the effects of child components, which may call the upstream.
  useLayoutEffect(() => setPageContext({ apiPrefix, locale }), [apiPrefix, locale]);
  return useMemo(() => {
    const { tag } = LOCALES[locale];
    const mediaUrl = (url: string) => (url.startsWith('/') ? apiPrefix + url : url);
    const context = { locale, apiPrefix, texts };
    return { props: context, t: createIslandT(texts, tag), paths: createPaths(locale), tag, mediaUrl };
  }, [locale, apiPrefix, texts]);
}
