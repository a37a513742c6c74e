import * as v from 'valibot';
import { LOCALE_CODES } from '#src/contract/locales.ts';

/** A path of the brand's site, or another site. */
export const SiteLink = v.pipe(
  v.string(),
  v.maxLength(500),
  v.regex(
    /^(https:\/\/[^\s"'<>\\]+|\/(?![/\\])[^\s"'<>\\]*)$/,
    'must be an https address, or a path such as "/hotnovels"',
  ),
);

/** Pages that a menu can name. The site has their texts in every language. */
export const MENU_PAGES = ['home', 'genres', 'ranking', 'hotnovels', 'tags', 'keywords'] as const;
export type MenuPage = (typeof MENU_PAGES)[number];

const MAX_ENTRIES = 5;
/** Number of entries for which every window has enough space. */
export const USUAL_MENU_ENTRIES = 3;

const MenuEntry = v.pipe(
  v.strictObject({
    page: v.optional(v.picklist(MENU_PAGES)),
    link: v.optional(SiteLink),
    /** By locale code. Languages without a text do not show the link. */
    texts: v.optional(
      v.record(v.picklist(LOCALE_CODES), v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(20))),
    ),
  }),
  v.check(
    ({ page, link, texts }) => (page === undefined ? link !== undefined && texts !== undefined : !link && !texts),
    'must have either a page of the site, or a link and a text in at least one language',
  ),
);

/** The links in the header, in order. */
export const Menu = v.pipe(
  v.array(MenuEntry),
  v.minLength(1, 'must contain at least one entry'),
  v.maxLength(MAX_ENTRIES, `must contain at most ${MAX_ENTRIES} entries`),
  v.check((entries) => {
    const targets = entries.map(({ page, link }) => page ?? link);
    return new Set(targets).size === targets.length;
  }, 'must not contain two links to the same page'),
);
export type Menu = v.InferOutput<typeof Menu>;

/**
 * The parts of the home page below the banners. `shelf` is the next shelf, in the order of the editors; `shelves` are
 * all shelves that no `shelf` shows.
 */
export const HOME_PARTS = ['shelf', 'shelves', 'genres', 'ranking', 'tags', 'keywords'] as const;
export type HomePart = (typeof HOME_PARTS)[number];

const MAX_PARTS = 20;

/** The order of the parts of the home page. Parts that are not listed are not shown. */
export const HomeOrder = v.pipe(
  v.array(v.picklist(HOME_PARTS)),
  v.maxLength(MAX_PARTS, `must contain at most ${MAX_PARTS} parts`),
  v.check((parts) => {
    const unique = parts.filter((part) => part !== 'shelf');
    return new Set(unique).size === unique.length;
  }, 'must contain each part once, except "shelf"'),
  v.check(
    (parts) => parts.includes('shelf') || parts.includes('shelves'),
    'must contain "shelf" or "shelves", so that the page shows books',
  ),
);

/** The order of the home page of a brand that does not set one. */
export const DEFAULT_HOME_ORDER: readonly HomePart[] = [
  'shelf',
  'genres',
  'shelf',
  'ranking',
  'shelf',
  'shelf',
  'tags',
  'shelves',
  'keywords',
];
