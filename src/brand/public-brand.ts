import type { LocaleCode } from '#src/contract/locales.ts';
import type { PublicFields } from './schema.ts';
import type { Sibling } from './siblings.ts';

/**
 * The brand as seen by pages and islands: its public fields, and the URLs of its files. Every field of the schema is
 * public unless `INTERNAL_FIELDS` lists it.
 */
export interface PublicBrand extends Omit<PublicFields, 'locales'> {
  /** Scheme and canonical host, e.g. `https://www.example.com`: the base of every absolute URL. */
  readonly origin: string;
  readonly locales: readonly LocaleCode[];
  /** The other brands of the installation, which may have the canonical page of a book. */
  readonly siblings?: readonly Sibling[];
  /** Colours for the browser's interface by mode, `#rrggbb`. */
  readonly themeHex: { readonly day: string; readonly night: string };
  /** URLs of the brand's files below `/_brand/`. */
  readonly logo: string;
  /** Width of the logo at a height of 32 px, in px. */
  readonly logoWidth: number;
  readonly icon: string;
  readonly bookSourceImg: string;
  readonly headerBg: string;
  readonly notFoundImg: string;
  readonly emptyImg: string;
  readonly css: string;
  /** URL of the web app manifest. */
  readonly manifest: string;
  /** URL of the icon for devices that ignore the manifest. */
  readonly touchIcon: string;
  /** Preview image for links to pages without their own image: a JPEG of 1200 by 630 px. */
  readonly sharePicture: string;
  /** Fonts to preload. */
  readonly fonts: readonly string[];
}

/** Whether the brand has an app for any platform. */
export const hasApp = ({ apps }: Pick<PublicBrand, 'apps'>): boolean => apps.ios !== null || apps.android !== null;

/** The brand's tagline in a language. */
export const taglineOf = ({ tagline, taglines }: PublicBrand, code: LocaleCode): string => taglines?.[code] ?? tagline;
