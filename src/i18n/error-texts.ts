import type { Locale, LocaleCode } from '#src/contract/locales.ts';
import { interpolate } from './interpolate.ts';
import cn from './locales/cn/errors.json' with { type: 'json' };
import de from './locales/de/errors.json' with { type: 'json' };
import en from './locales/en/errors.json' with { type: 'json' };
import es from './locales/es/errors.json' with { type: 'json' };
import fr from './locales/fr/errors.json' with { type: 'json' };
import id from './locales/id/errors.json' with { type: 'json' };
import ph from './locales/ph/errors.json' with { type: 'json' };
import pt from './locales/pt/errors.json' with { type: 'json' };
import vn from './locales/vn/errors.json' with { type: 'json' };

const TEXTS: Readonly<Record<LocaleCode, typeof en>> = { cn, de, en, es, fr, id, ph, pt, vn };

/**
 * Returns a text for error pages, with the brand's own texts of the locale. This is separate from `t`, because the
 * thread that serves files does not load the site bundle, and only the bundle sets up i18next.
 */
export function errorText(
  { code, tag, ownTexts }: Locale,
  key: keyof typeof en,
  values: Readonly<Record<string, string>> = {},
): string {
  return interpolate(ownTexts?.[`errors:${key}`] ?? TEXTS[code][key], values, new Intl.NumberFormat(tag));
}
