import type { LocaleCode } from '#src/contract/locales.ts';
import type { BrandData } from './schema.ts';
import type { Sibling } from './siblings.ts';

/** The brand as pages and islands see it: its public fields, and the addresses of its files. */
export interface PublicBrand
  extends Pick<
    BrandData,
    | 'id'
    | 'appName'
    | 'tagline'
    | 'taglines'
    | 'seoTexts'
    | 'apiPrefix'
    | 'supportEmail'
    | 'apps'
    | 'defaultMode'
    | 'listing'
    | 'banner'
    | 'radius'
    | 'analytics'
    | 'consent'
    | 'vitals'
    | 'clientErrors'
    | 'lookup'
    | 'coinsUrl'
    | 'canonicalOwner'
  > {
  /** Scheme and canonical host, e.g. `https://www.example.com`: the base of every absolute URL. */
  readonly origin: string;
  readonly locales: readonly LocaleCode[];
  /** The other brands of the installation, whose pages of a book may be the canonical ones. */
  readonly siblings?: readonly Sibling[];
  /** Browser interface colours by mode, `#rrggbb`. */
  readonly themeHex: { readonly day: string; readonly night: string };
  /** Addresses of the brand's files below `/_brand/`. */
  readonly logo: string;
  /** Of the logo where it is 32 px high, px. */
  readonly logoWidth: number;
  readonly icon: string;
  readonly bookSourceImg: string;
  readonly headerBg: string;
  readonly notFoundImg: string;
  readonly emptyImg: string;
  readonly css: string;
  /** The web app manifest. */
  readonly manifest: string;
  /** The icon for devices that read no manifest. */
  readonly touchIcon: string;
  /** The picture of links to pages that have none of their own: a JPEG of 1200 by 630 px. */
  readonly sharePicture: string;
  /** Fonts to preload. */
  readonly fonts: readonly string[];
}

/** Whether it has an app for any device. */
export const hasApp = ({ apps }: Pick<PublicBrand, 'apps'>): boolean => apps.ios !== null || apps.android !== null;

/** The brand's tagline in a language. */
export const taglineOf = ({ tagline, taglines }: PublicBrand, code: LocaleCode): string => taglines?.[code] ?? tagline;
