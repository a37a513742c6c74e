import * as v from 'valibot';
import { LOCALE_CODES } from '#src/contract/locales.ts';
import { contrast, fitGamut, parseOklch } from '#src/lib/color.ts';
import { templateProblem } from '#src/lib/look-up-address.ts';
import { NightTime } from './night-time.ts';
import { seoTextProblem } from './seo-texts.ts';

const Colour = v.pipe(
  v.string(),
  v.check((text) => parseOklch(text) !== undefined, 'must be a colour such as "oklch(0.55 0.13 38)"'),
);

const Asset = v.pipe(
  v.string(),
  v.regex(/^assets\/[a-z0-9-]+\.(svg|webp|avif|png)$/, 'must name a file such as "assets/logo.svg"'),
);

/** Names of at most 63 letters, digits and inner hyphens, with dots between them (RFC 1123). */
const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

const Host = v.pipe(
  v.string(),
  v.regex(HOST, 'must be a host name in lower case without scheme, port or path, such as "www.example.com"'),
);

/** Whether no value stands twice. */
const isUnique = <T>(values: readonly T[]) => new Set(values).size === values.length;

const Tagline = v.pipe(v.string(), v.minLength(10), v.maxLength(120));

const Https = v.pipe(v.string(), v.regex(/^https:\/\/[^\s"'<>\\]+$/, 'must be an https address'));

const YEAR_SECONDS = 31_536_000;

const MOST_BOOKS = 10_000_000;

/** Which books: none, all, or a number of the hottest. */
const BookChoice = v.custom<'none' | 'all' | number>(
  (value) =>
    value === 'none' ||
    value === 'all' ||
    (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_BOOKS),
  `must be "none", "all" or a whole number from 1 to ${MOST_BOOKS}`,
);
export type BookChoice = v.InferOutput<typeof BookChoice>;

const FontFile = v.strictObject({
  /** A woff2 file below `node_modules`, e.g. `@fontsource/fraunces/files/fraunces-latin-600-normal.woff2`. */
  file: v.pipe(v.string(), v.regex(/^@?[a-z0-9-]+(\/[A-Za-z0-9._-]+)+\.woff2$/, 'must be a woff2 file of a package')),
  /** CSS font-weight, one or a range: `400` or `100 900`. */
  weight: v.pipe(v.string(), v.regex(/^\d{1,4}( \d{1,4})?$/)),
  /** CSS unicode-range, where the file is a subset. */
  unicodeRange: v.optional(v.string()),
});

const App = v.strictObject({
  /** The store's id: digits for Apple, a package name for Android. */
  id: v.pipe(v.string(), v.minLength(1)),
  link: Https,
});

/** An address of another site with placeholders (`src/lib/look-up-address.ts`). */
const LookUpTemplate = (kind: 'dictionary' | 'translate') =>
  v.pipe(
    v.string(),
    v.check(
      (template) => templateProblem(kind, template) === undefined,
      ({ input }) => templateProblem(kind, String(input)) ?? '',
    ),
  );

/** Texts by key, each of which must fit the pages that it is for. */
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

/** Folders of `var/` beside those of the brands. */
const STATE_FOLDERS = ['api', 'bundle'];

/** One brand as its `brand.ts` states it: data only. Every field is public. */
export const BrandData = v.pipe(
  v.strictObject({
    /** Folder name, host label and release folder. */
    id: v.pipe(
      v.string(),
      v.regex(/^[a-z][a-z0-9-]{1,30}$/, 'must be lower-case letters, digits and hyphens'),
      v.check((id) => !STATE_FOLDERS.includes(id), 'must not be "api" or "bundle": the state folder has these already'),
      v.check((id) => id !== 'all', 'must not be "all": commands mean every brand by it'),
    ),
    /** The name visitors see. */
    appName: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
    /** One sentence about the brand, in the title and description of the home page. */
    tagline: Tagline,
    /** The tagline in other languages, by locale code. A language without one shows the English one. */
    taglines: v.optional(v.record(v.picklist(LOCALE_CODES), Tagline)),
    /**
     * Titles and descriptions in the brand's own words by language and key (src/i18n/locales/en/seo.json), such as
     * `{ en: { 'genre-title': 'Best {{name}} novels for the night' } }`. What is left out is worded as for every brand.
     */
    seoTexts: v.optional(v.record(v.picklist(LOCALE_CODES), SeoTexts)),
    /** Logo in the header. */
    logo: Asset,
    /** Square icon for the browser's tab and the home screen. */
    icon: Asset,
    /** Default book cover (2:3), shown where a cover is missing or broken. */
    bookSourceImg: Asset,
    /** Image behind the header. */
    headerBg: Asset,
    /** Drawing of the 404 page. */
    notFoundImg: Asset,
    /** Drawing of empty states. */
    emptyImg: Asset,
    /** Main colour: current page, main action, progress. */
    themeColor: Colour,
    /** Second accent, used sparingly (numerals, badges). */
    accentColor: v.optional(Colour),
    /** Background colour of the header. The header image has about the same lightness. */
    headerGround: Colour,
    /** Text on the header; at least 4.5:1 against headerGround. */
    headerColor: Colour,
    /** Corner radius of cards in px. */
    radius: v.pipe(v.number(), v.minValue(0), v.maxValue(32)),
    /** Layout of lists of books. */
    listing: v.picklist(['rows', 'dense', 'grid', 'two-up', 'text', 'numerals', 'framed', 'airy', 'stacks']),
    /** Layout of the home banner. */
    banner: v.picklist(['inset', 'bleed', 'split', 'plain']),
    /** Font of headings and the brand's name. */
    displayFace: v.strictObject({
      family: v.pipe(v.string(), v.minLength(1)),
      fallback: v.picklist(['serif', 'sans-serif']),
      files: v.pipe(v.array(FontFile), v.minLength(1)),
    }),
    /** Hosts that select this brand; the first one is the canonical host of every absolute URL. */
    hosts: v.pipe(
      v.array(Host),
      v.minLength(1, 'must name a host, such as "www.example.com"'),
      v.check((hosts) => isUnique(hosts), 'must name each host once: remove the second'),
    ),
    /** Base path of the API calls (product 7). */
    apiPrefix: v.pipe(
      v.string(),
      v.regex(/^\/([a-z][a-z0-9_]*_api|public)$/, 'must be a path such as "/freenovel_api", so that it hides no page'),
    ),
    /** Measurement ids; the first whose domainPart is part of the host is used, none in development (product 1). */
    analytics: v.array(
      v.strictObject({
        domainPart: v.pipe(v.string(), v.minLength(1)),
        measurementId: v.pipe(v.string(), v.minLength(1)),
      }),
    ),
    /** Whether page views are counted only after the visitor has agreed. */
    consent: v.boolean(),
    /** Share of all loads whose Web Vitals are measured, 0 to 1; by default none. */
    vitals: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
    /** Share of all loads that report uncaught errors to the site, 0 to 1; by default none. */
    clientErrors: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
    /** Interface languages; the first one is served without prefix. */
    locales: v.pipe(
      v.array(v.picklist(LOCALE_CODES)),
      v.minLength(1),
      v.check((codes) => isUnique(codes), 'must name each language once: remove the second'),
      v.check((codes) => codes[0] === 'en', 'must begin with "en"'),
      v.check((codes) => !codes.includes('id'), 'must not hold "id": its texts are not complete'),
    ),
    supportEmail: v.pipe(v.string(), v.email('must be an e-mail address')),
    apps: v.strictObject({
      ios: v.nullable(App),
      android: v.nullable(App),
      /** URL scheme of deep links. */
      scheme: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9+.-]*$/)),
    }),
    /** Page where coins are sold. Without it, vouchers and the day a chapter becomes free are all that is offered to who has none. */
    coinsUrl: v.optional(Https),
    defaultMode: v.picklist(['system', 'day', 'night']),
    /** Group of brands whose visitors have one account in all of them; by default the brand's id, so that it is alone. */
    accounts: v.optional(
      v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{1,30}$/, 'must be lower-case letters, digits and hyphens')),
    ),
    /**
     * `whole`: the embedded API's brand with every book, also those that are given to other brands. By default a brand has the books
     * given to it, and those given to no brand.
     */
    catalogue: v.optional(v.literal('whole')),
    /**
     * Id of the brand whose pages are canonical for the books that this brand had first, where it offers them too in the
     * same language; by default this brand itself.
     */
    canonicalOwner: v.optional(v.string()),
    /** Hosts that covers and pictures come from besides the brand's own, such as those of the upstream. */
    imageHosts: v.optional(v.array(Host)),
    /** Strict-Transport-Security; by default for a year, for this host alone. `false` for a brand that is not reached by https. */
    hsts: v.optional(
      v.union([
        v.literal(false),
        v.strictObject({
          /** Seconds. */
          maxAge: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 * YEAR_SECONDS)),
          includeSubDomains: v.optional(v.boolean()),
          preload: v.optional(v.boolean()),
        }),
      ]),
    ),
    /** Key of IndexNow, by which search engines are told of changed addresses after a publish. Without it nobody is told. */
    indexNowKey: v.optional(
      v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{8,128}$/, 'must be 8 to 128 letters, digits and hyphens')),
    ),
    /** Other sites that the reader offers for a selected text. Nothing is sent to them before the visitor opens one. */
    lookup: v.optional(
      v.strictObject({
        /** Page of a word: `https://{lang}.wiktionary.org/wiki/{word}`. */
        dictionary: v.optional(LookUpTemplate('dictionary')),
        /** Translation of a text of at most 200 characters, with `{text}`. */
        translate: v.optional(LookUpTemplate('translate')),
      }),
    ),
    /** Pages that are prerendered besides the lists. */
    prerender: v.optional(
      v.strictObject({
        /** The books whose novel page and first chapter are prerendered: none, a number of the hottest of each language, or all. */
        books: BookChoice,
      }),
    ),
    /** When `npm run nightly` rebuilds the brand; by default at 03:15 of the machine's time. */
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
      ({ themeColor }) => between(themeColor, PAPER) >= 2,
      'must stand out from the light paper of the day by 2:1: give it a lower lightness, such as 0.55',
    ),
    ['themeColor'],
  ),
);
export type BrandData = v.InferOutput<typeof BrandData>;

/** The fields that name a picture beside `brand.ts`. */
export const PICTURES = ['logo', 'icon', 'bookSourceImg', 'headerBg', 'notFoundImg', 'emptyImg'] as const;

/** The day's paper, without its tint. */
const PAPER = 'oklch(0.985 0 0)';

const readable = (text: string, ground: string) => between(text, ground) >= 4.5;

/** Contrast of two colours as screens show them; Infinity where one is no colour, which has been said by then. */
function between(text: string, ground: string): number {
  const [one, other] = [parseOklch(text), parseOklch(ground)];
  return one && other ? contrast(fitGamut(one), fitGamut(other)) : Number.POSITIVE_INFINITY;
}
