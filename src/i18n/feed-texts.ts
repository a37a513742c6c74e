import type { Locale, LocaleCode } from '#src/contract/locales.ts';
import { interpolate } from './interpolate.ts';
import cn from './locales/cn/seo.json' with { type: 'json' };
import de from './locales/de/seo.json' with { type: 'json' };
import en from './locales/en/seo.json' with { type: 'json' };
import es from './locales/es/seo.json' with { type: 'json' };
import fr from './locales/fr/seo.json' with { type: 'json' };
import id from './locales/id/seo.json' with { type: 'json' };
import ph from './locales/ph/seo.json' with { type: 'json' };
import pt from './locales/pt/seo.json' with { type: 'json' };
import vn from './locales/vn/seo.json' with { type: 'json' };

const TEXTS: Readonly<Record<LocaleCode, typeof en>> = { cn, de, en, es, fr, id, ph, pt, vn };

/** Keys of the texts that feeds contain. */
export type FeedTextKey = 'feed-new' | 'feed-updated' | 'feed-ranking' | 'branded';

/**
 * Returns a text for feeds, with the brand's own texts of the locale. This is separate from `t`, because the rebuild
 * writes feeds without the site bundle, and only the bundle sets up i18next.
 */
export function feedText(locale: Locale, key: FeedTextKey, values: Readonly<Record<string, string>>): string {
  return interpolate(
    locale.ownTexts?.[`seo:${key}`] ?? TEXTS[locale.code][key],
    values,
    new Intl.NumberFormat(locale.tag),
  );
}
