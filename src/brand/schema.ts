import * as v from 'valibot';
import { LOCALE_CODES } from '#src/contract/locales.ts';
import { contrast, fitGamut, parseOklch } from '#src/lib/color.ts';
import { templateProblem } from '#src/lib/look-up-address.ts';
import { HomeOrder, Menu, SiteLink } from './navigation.ts';
import { NightTime } from './night-time.ts';
import { OwnTexts } from './own-texts.ts';
import { BrandPages } from './pages.ts';
import { SearchSynonyms } from './search-synonyms.ts';
import { seoTextProblem } from './seo-texts.ts';

const Colour = v.pipe(
  v.string(),
  v.check((text) => parseOklch(text) !== undefined, 'must be a colour such as "oklch(0.55 0.13 38)"'),
);

const Asset = v.pipe(
  v.string(),
  v.regex(/^assets\/[a-z0-9-]+\.(svg|webp|avif|png)$/, 'must name a file such as "assets/logo.svg"'),
);

/** Labels of at most 63 letters, digits and inner hyphens, separated by dots (RFC 1123). */
const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

const Host = v.pipe(
  v.string(),
  v.regex(HOST, 'must be a host name in lower case without scheme, port or path, such as "www.example.com"'),
);

/** Whether all values are unique. */
const isUnique = <T>(values: readonly T[]) => new Set(values).size === values.length;

const Tagline = v.pipe(v.string(), v.minLength(10), v.maxLength(120));

const Https = v.pipe(v.string(), v.regex(/^https:\/\/[^\s"'<>\\]+$/, 'must be an https address'));

const AnnouncementText = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200));

const YEAR_SECONDS = 31_536_000;

const MAX_BOOKS = 10_000_000;

/** Selects books: none, all, or the hottest N. */
const BookChoice = v.custom<'none' | 'all' | number>(
  (value) =>
    value === 'none' ||
    value === 'all' ||
    (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_BOOKS),
  `must be "none", "all" or a whole number from 1 to ${MAX_BOOKS}`,
);
export type BookChoice = v.InferOutput<typeof BookChoice>;

const FontFile = v.strictObject({
  /** A woff2 file below `node_modules`, e.g. `@fontsource/fraunces/files/fraunces-latin-600-normal.woff2`. */
  file: v.pipe(v.string(), v.regex(/^@?[a-z0-9-]+(\/[A-Za-z0-9._-]+)+\.woff2$/, 'must be a woff2 file of a package')),
  /** CSS font-weight, a single weight or a range: `400` or `100 900`. */
  weight: v.pipe(v.string(), v.regex(/^\d{1,4}( \d{1,4})?$/)),
  /** CSS unicode-range, if the file is a subset. */
  unicodeRange: v.optional(v.string()),
});

const App = v.strictObject({
  /** Id in the store: digits for Apple, a package name for Android. */
  id: v.pipe(v.string(), v.minLength(1)),
  link: Https,
});

/** A URL on another site with placeholders (`src/lib/look-up-address.ts`). */
const LookUpTemplate = (kind: 'dictionary' | 'translate') =>
  v.pipe(
    v.string(),
    v.check(
      (template) => templateProblem(kind, template) === undefined,
      ({ input }) => templateProblem(kind, String(input)) ?? '',
    ),
  );

/** Texts by key. Each must be a valid title or description for its pages (seo-texts.ts). */
const SeoTexts = v.pipe(
  v.record(v.string(), v.string()),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const input = dataset.value;
    for (const [key, value] of Object.entries(input)) {
      const message = seoTextProblem(key, value);
      if (message)
        addIssue({ message, received: `"${value}"`, path: [{ type: 'object', origin: 'value', input, key, value }] });
    }
  }),
);

/** Folders in `var/` that do not belong to a brand. */
const STATE_FOLDERS = ['api', 'bundle', 'brands', 'admin-page'];

/** One brand as defined by its `brand.ts`. It contains only data, and no secrets. */
export const BrandData = v.pipe(
  v.strictObject({
    /** Also used as folder name, host label and release folder. */
    id: v.pipe(
      v.string(),
      v.regex(/^[a-z][a-z0-9-]{1,30}$/, 'must be lower-case letters, digits and hyphens'),
      v.check(
        (id) => !STATE_FOLDERS.includes(id),
        `must not be ${STATE_FOLDERS.map((name) => `"${name}"`).join(' or ')}: the state folder uses these names`,
      ),
      v.check((id) => id !== 'all', 'must not be "all": commands use it for every brand'),
    ),
    /** The name that visitors see. */
    appName: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
    /** One sentence about the brand, used in the title and description of the home page. */
    tagline: Tagline,
    /** The tagline in other languages, by locale code. If a language has none, the English one is used. */
    taglines: v.optional(v.record(v.picklist(LOCALE_CODES), Tagline)),
    /**
     * Custom titles and descriptions by language and key (src/i18n/locales/en/seo.json), such as `{ en: {
     * 'genre-title': 'Best {{name}} novels for the night' } }`. A missing key uses the default text.
     */
    seoTexts: v.optional(v.record(v.picklist(LOCALE_CODES), SeoTexts)),
    /** Logo in the header. */
    logo: Asset,
    /** Square icon for browser tabs and home screens. */
    icon: Asset,
    /** Default book cover (2:3), shown if a cover is missing or broken. */
    bookSourceImg: Asset,
    /** Image behind the header. */
    headerBg: Asset,
    /** Drawing on the 404 page. */
    notFoundImg: Asset,
    /** Drawing for empty states. */
    emptyImg: Asset,
    /** Main colour: current page, main action, progress. */
    themeColor: Colour,
    /** Second accent colour, used sparingly (numerals, badges). */
    accentColor: v.optional(Colour),
    /** Background colour of the header. Should be about as light as the header image. */
    headerGround: Colour,
    /** Text colour on the header; its contrast with headerGround must be at least 4.5:1. */
    headerColor: Colour,
    /** Corner radius of cards in px. */
    radius: v.pipe(v.number(), v.minValue(0), v.maxValue(32)),
    /** Layout of book lists. */
    listing: v.picklist(['rows', 'dense', 'grid', 'two-up', 'text', 'numerals', 'framed', 'airy', 'stacks']),
    /** Layout of the home banner. */
    banner: v.picklist(['inset', 'bleed', 'split', 'plain']),
    /** Font for headings and the brand's name. */
    displayFace: v.strictObject({
      family: v.pipe(v.string(), v.minLength(1)),
      fallback: v.picklist(['serif', 'sans-serif']),
      files: v.pipe(v.array(FontFile), v.minLength(1)),
    }),
    /** Hosts that select this brand. The first host is canonical and used in every absolute URL. */
    hosts: v.pipe(
      v.array(Host),
      v.minLength(1, 'must name a host, such as "www.example.com"'),
      v.check((hosts) => isUnique(hosts), 'must not contain a host twice: remove the second'),
    ),
    /** Base path of API calls (docs/product.md, section 7). */
    apiPrefix: v.pipe(
      v.string(),
      v.regex(/^\/([a-z][a-z0-9_]*_api|public)$/, 'must be a path such as "/freenovel_api", so that it hides no page'),
    ),
    /**
     * Measurement ids. A host uses the first entry whose `domainPart` it contains. Nothing is measured in development
     * (docs/product.md, section 1).
     */
    analytics: v.array(
      v.strictObject({
        domainPart: v.pipe(v.string(), v.minLength(1)),
        measurementId: v.pipe(v.string(), v.minLength(1)),
      }),
    ),
    /** Whether page views are counted only with the visitor's consent. */
    consent: v.boolean(),
    /**
     * Whether views, reads and searches are counted for the admin's statistics (docs/operate/analytics.md); default: no.
     * Views are counted on the hosts of `analytics`.
     */
    statistics: v.optional(v.boolean()),
    /** Whether pages show lists that are computed from readers (docs/operate/analytics.md#living-lists); default: no. */
    livingLists: v.optional(v.boolean()),
    /** Share of page loads for which Web Vitals are measured, 0 to 1; default: 0. */
    vitals: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
    /** Share of page loads that report uncaught errors to the site, 0 to 1; default: 0. */
    clientErrors: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
    /** Interface languages. The first language is served without a prefix. */
    locales: v.pipe(
      v.array(v.picklist(LOCALE_CODES)),
      v.minLength(1),
      v.check((codes) => isUnique(codes), 'must not contain a language twice: remove the second'),
      v.check((codes) => codes[0] === 'en', 'must begin with "en"'),
    ),
    /** A message below the header of every page, by locale code. Languages without a text show no message. */
    announcement: v.optional(
      v.strictObject({
        texts: v.record(v.picklist(LOCALE_CODES), AnnouncementText),
        link: v.optional(SiteLink),
      }),
    ),
    /** Words with the same meaning, by language, for the search of the embedded API. */
    searchSynonyms: v.optional(SearchSynonyms),
    /** Own interface texts by language and key, such as `{ en: { 'common:hot-novels': 'Popular' } }`. */
    texts: v.optional(OwnTexts),
    /** Links in the header; default: home, category and ranking. */
    menu: v.optional(Menu),
    /** Order of the home page below the banners; default: `DEFAULT_HOME_ORDER`. */
    homeOrder: v.optional(HomeOrder),
    /** Pages such as /pages/about, in Markdown by language. `terms` and `privacy` replace the site's own texts. */
    pages: v.optional(BrandPages),
    supportEmail: v.pipe(v.string(), v.email('must be an e-mail address')),
    apps: v.strictObject({
      ios: v.nullable(App),
      android: v.nullable(App),
      /** URL scheme of deep links. */
      scheme: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9+.-]*$/)),
    }),
    /**
     * Page where visitors can buy coins. Without it, visitors who have no coins can only use vouchers or wait until the
     * chapter is free.
     */
    coinsUrl: v.optional(Https),
    defaultMode: v.picklist(['system', 'day', 'night']),
    /** Group of brands that share visitor accounts; default: only this brand. */
    accounts: v.optional(
      v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{1,30}$/, 'must be lower-case letters, digits and hyphens')),
    ),
    /**
     * `whole`: the embedded API offers all books under this brand, even those assigned to other brands. Default: books
     * assigned to this brand, and books not assigned to any brand.
     */
    catalogue: v.optional(v.literal('whole')),
    /**
     * Id of another brand. For books that this brand was the first to offer, the pages of the other brand are canonical
     * if it offers the book in the same language. Default: this brand's own pages.
     */
    canonicalOwner: v.optional(v.string()),
    /** Additional hosts for covers and images, such as the upstream's host. */
    imageHosts: v.optional(v.array(Host)),
    /** Strict-Transport-Security; default: one year, for this host only. `false` for a brand without https. */
    hsts: v.optional(
      v.union([
        v.literal(false),
        v.strictObject({
          /** In seconds. */
          maxAge: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 * YEAR_SECONDS)),
          includeSubDomains: v.optional(v.boolean()),
          preload: v.optional(v.boolean()),
        }),
      ]),
    ),
    /**
     * IndexNow key for notifying search engines of changed URLs after a publish. Without a key, search engines are not
     * notified.
     */
    indexNowKey: v.optional(
      v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{8,128}$/, 'must be 8 to 128 letters, digits and hyphens')),
    ),
    /** Other sites that chapter pages offer for selected text. Nothing is sent to them until the visitor opens one. */
    lookup: v.optional(
      v.strictObject({
        /** URL of the dictionary page for a word: `https://{lang}.wiktionary.org/wiki/{word}`. */
        dictionary: v.optional(LookUpTemplate('dictionary')),
        /** URL of a translation page. `{text}` is replaced by the selected text, at most 200 characters. */
        translate: v.optional(LookUpTemplate('translate')),
      }),
    ),
    /** Pages to prerender in addition to lists. */
    prerender: v.optional(
      v.strictObject({
        /** Books whose novel page and first chapter are prerendered: none, the hottest N in each language, or all. */
        books: BookChoice,
      }),
    ),
    /** When `npm run nightly` rebuilds the brand; default: 03:15 in the machine's time zone. */
    night: v.optional(NightTime),
  }),
  v.forward(
    v.check(
      (brand) => readable(brand.headerColor, brand.headerGround),
      'must stand out from headerGround by 4.5:1 (WCAG AA): make one lighter or the other darker',
    ),
    ['headerColor'],
  ),
  v.forward(
    v.check(
      ({ statistics, analytics }) => statistics !== true || analytics.length > 0,
      'needs a measurement id: add one to analytics, such as { domainPart: "example.com", measurementId: "own-1" }',
    ),
    ['statistics'],
  ),
  v.forward(
    v.check(
      ({ themeColor }) => between(themeColor, PAPER) >= 2,
      'must stand out from the light paper of the day by 2:1: give it a lower lightness, such as 0.55',
    ),
    ['themeColor'],
  ),
);
export type BrandData = v.InferOutput<typeof BrandData>;

/**
 * Fields that pages never show: colours and fonts, which are in the brand's style sheet, and fields that only servers
 * and rebuilds read. If any other field changes, the next rebuild renders all pages of the brand again.
 */
export const INTERNAL_FIELDS = [
  'themeColor',
  'accentColor',
  'headerGround',
  'headerColor',
  'displayFace',
  'hosts',
  'accounts',
  'catalogue',
  'imageHosts',
  'hsts',
  'indexNowKey',
  'prerender',
  'night',
  'searchSynonyms',
] as const satisfies readonly (keyof BrandData)[];

/** The fields that name an image file next to `brand.ts`. */
export const PICTURES = ['logo', 'icon', 'bookSourceImg', 'headerBg', 'notFoundImg', 'emptyImg'] as const;

/** Fields that pages get unchanged. */
export type PublicFields = Omit<BrandData, (typeof INTERNAL_FIELDS | typeof PICTURES)[number]>;

/** The paper colour in day mode, without its tint. */
const PAPER = 'oklch(0.985 0 0)';

const readable = (text: string, ground: string) => between(text, ground) >= 4.5;

/** Contrast between two colours in sRGB. Infinity if a colour is invalid: the schema has already reported it. */
function between(text: string, ground: string): number {
  const [one, other] = [parseOklch(text), parseOklch(ground)];
  return one && other ? contrast(fitGamut(one), fitGamut(other)) : Number.POSITIVE_INFINITY;
}
