import type { PublicBrand } from '#src/brand/public-brand.ts';
import { SHARE_SIZE } from '#src/brand/share-picture.ts';
import type { Locale, LocaleCode } from '#src/contract/locales.ts';
import { excerpt } from '#src/lib/text.ts';
import { type Alternate, alternatesInEveryLanguage, editionAlternates } from '#src/routes/alternates.ts';
import type { Paths } from '#src/routes/paths.ts';
import type { Breadcrumb } from './breadcrumb.ts';
import type { FeedLink } from './feed-links.ts';
import { breadcrumbLd, embeddableJson, type JsonLd } from './json-ld.ts';

/** The input for the head of a page. */
export interface HeadInput {
  /** The whole title, including the brand. */
  readonly title: string;
  readonly description: string;
  /** Canonical path; null for pages without one, such as error pages. */
  readonly path: string | null;
  /** Origin of the brand whose page, at the same path, is canonical. Default: this brand. */
  readonly owner?: string | null;
  /**
   * Returns the path of this page in another locale, for hreflang. Undefined if other locales have different content.
   */
  readonly translate?: (paths: Paths) => string;
  /** Pages with the same content in other languages, for hreflang. Each must also have this page. */
  readonly editions?: readonly { readonly code: LocaleCode; readonly href: string }[];
  /** Feeds that contain the page's content. */
  readonly feeds?: readonly FeedLink[];
  readonly indexed: boolean;
  /**
   * Absolute address or path of the picture for link previews. The brand's picture is used if it is missing or if
   * social platforms cannot show its format.
   */
  readonly image?: string | undefined;
  /** Path of a picture that the server draws for link previews, 1200 by 630 px. It takes precedence over `image`. */
  readonly share?: string | undefined;
  readonly type?: 'website' | 'book' | 'article';
  /** The breadcrumb shown on the page. */
  readonly breadcrumb?: Breadcrumb;
  /**
   * Structured data besides the breadcrumb. If undefined, the page has no structured data, not even for its breadcrumb.
   */
  readonly jsonLd?: readonly JsonLd[];
  /** Path that opens the page in the app, without the app's URL scheme. */
  readonly appPath?: string;
}

export interface Head {
  readonly title: string;
  readonly description: string;
  readonly robots: string;
  readonly canonical: string | null;
  readonly alternates: readonly Alternate[];
  readonly feeds: readonly FeedLink[];
  readonly og: readonly (readonly [property: string, content: string])[];
  readonly twitter: readonly (readonly [name: string, content: string])[];
  /**
   * Content of the meta element `apple-itunes-app`, with which Safari shows its own app banner. Only set on book pages
   * of a brand with an app; on other pages, the site shows its banner.
   */
  readonly appleApp: string | null;
  /** Link that opens the page in the brand's app. */
  readonly appLink: string;
  /** The breadcrumb; empty for pages without one. */
  readonly breadcrumb: Breadcrumb;
  /** Escaped text for script elements of type application/ld+json. */
  readonly jsonLd: readonly string[];
}

const MAX_DESCRIPTION_CHARACTERS = 160;

/**
 * Builds everything in the head that search engines and link previews read. Absolute addresses start with the brand's
 * origin.
 */
export function head(brand: PublicBrand, locale: Locale, input: HeadInput): Head {
  const absolute = (path: string) => (path.startsWith('/') ? brand.origin + path : path);
  const canonical = input.path === null ? null : (input.owner ?? brand.origin) + input.path;
  const description = excerpt(input.description, MAX_DESCRIPTION_CHARACTERS);
  const picture = previewPicture(brand, input, absolute);
  return {
    title: input.title,
    description,
    robots: input.indexed ? 'index, follow, max-image-preview:large' : 'noindex, follow',
    canonical,
    alternates: alternatesOf(brand, locale, input),
    feeds: input.feeds ?? [],
    og: [
      ['og:site_name', brand.appName],
      ['og:title', input.title],
      ['og:description', description],
      ['og:type', input.type ?? 'website'],
      ['og:locale', locale.tag.replace('-', '_')],
      ...(canonical === null ? [] : [['og:url', canonical] as const]),
      ...ogPicture(picture),
    ],
    twitter: [
      ['twitter:card', picture.card],
      ['twitter:image', picture.href],
      ['twitter:image:alt', picture.alt],
    ],
    appleApp: appleApp(brand, input.appPath),
    appLink: appLink(brand, input.appPath ?? '/'),
    breadcrumb: input.breadcrumb ?? [],
    jsonLd: structuredData(input, absolute).map(embeddableJson),
  };
}

/** Picture formats that social platforms do not display. */
const NOT_SHOWN = /\.(?:svg|webp|avif)(?:\?|$)/i;

interface PreviewPicture {
  readonly card: 'summary' | 'summary_large_image';
  readonly href: string;
  readonly alt: string;
  /** Whether the server draws the picture, as a JPEG with the dimensions of SHARE_SIZE. */
  readonly isDrawn: boolean;
}

/** The picture for link previews: the one drawn for the page, or else the page's own picture, or else the brand's. */
function previewPicture(
  brand: PublicBrand,
  { share, image, title }: HeadInput,
  absolute: (path: string) => string,
): PreviewPicture {
  if (share !== undefined) return { card: 'summary_large_image', href: absolute(share), alt: title, isDrawn: true };
  if (image !== undefined && !NOT_SHOWN.test(image))
    return { card: 'summary', href: absolute(image), alt: title, isDrawn: false };
  return { card: 'summary_large_image', href: absolute(brand.sharePicture), alt: brand.appName, isDrawn: true };
}

const ogPicture = ({ href, alt, isDrawn }: PreviewPicture): Head['og'] => [
  ['og:image', href],
  ...(isDrawn
    ? ([
        ['og:image:type', 'image/jpeg'],
        ['og:image:width', `${SHARE_SIZE.width}`],
        ['og:image:height', `${SHARE_SIZE.height}`],
      ] as const)
    : []),
  ['og:image:alt', alt],
];

function structuredData({ breadcrumb = [], jsonLd }: HeadInput, absolute: (path: string) => string): readonly JsonLd[] {
  if (jsonLd === undefined) return [];
  const steps = breadcrumb.map(({ name, href }) => ({ name, url: absolute(href) }));
  return steps.length === 0 ? jsonLd : [breadcrumbLd(steps), ...jsonLd];
}

function alternatesOf(brand: PublicBrand, { code }: Locale, { translate, path, editions = [] }: HeadInput) {
  if (translate) return alternatesInEveryLanguage(brand, translate);
  return path === null ? [] : editionAlternates(brand, { code, path }, editions);
}

function appleApp(brand: PublicBrand, appPath: string | undefined): string | null {
  const { ios } = brand.apps;
  return ios && appPath !== undefined ? `app-id=${ios.id}, app-argument=${appLink(brand, appPath)}` : null;
}

/** A link that opens a path in the brand's app. @param path begins with a slash */
export const appLink = ({ apps }: PublicBrand, path: string): string => `${apps.scheme}:/${path}`;
