import { hash } from '#src/lib/hash.ts';

/*
 * Speculation rules (https://html.spec.whatwg.org/multipage/speculative-loading.html) define what browsers may load
 * before a click. `moderate` waits until the visitor is about to follow a link. Browsers ignore the rules in
 * data-saving mode.
 */

/**
 * Excludes links with a query. Their pages are rendered on request, so preloading such a page costs more than it saves.
 */
const PLAIN = { not: { href_matches: '/*\\?(.+)' } };
/**
 * Excludes links to another language. A click on such a link stores the language in a cookie; without this cookie, `/`
 * may redirect to the current language.
 */
const SAME_LANGUAGE = { not: { selector_matches: '[hreflang]' } };

/** Lists and novels in every language, but no visitor pages or secret links. */
const PAGES = {
  href_matches: [
    '/',
    '{/:locale}?/(genres|tags|hotnovels|keywords)',
    '{/:locale}?/(genres|tags|all-tags|category|hotnovels|keywords|ranking|secPage|author|novel)/*',
  ],
};

const RULES = {
  prefetch: [{ source: 'document', where: { and: [PAGES, PLAIN, SAME_LANGUAGE] }, eagerness: 'moderate' }],
  // Prerenders the next chapter to read, linked from the previous chapter or the novel page. Its scripts wait until the
  // page is shown (when-shown.ts), so prerendering makes no call that changes anything, even if the chapter is locked.
  prerender: [
    {
      source: 'document',
      where: {
        and: [
          { selector_matches: 'a[rel="next"], a[data-continue]' },
          { href_matches: '{/:locale}?/book-reader/:book/:chapter' },
          PLAIN,
        ],
      },
      eagerness: 'moderate',
    },
  ],
};

const content = Buffer.from(JSON.stringify(RULES));

/**
 * The rules file. It needs its own extension, because browsers only accept it as `application/speculationrules+json`.
 */
export const SPECULATION_RULES_FILE = {
  url: `/_brand/site.${hash(content, 10)}.speculationrules`,
  content,
} as const;

/** Value of Speculation-Rules, which points each page to the file. */
export const SPECULATION_RULES = `"${SPECULATION_RULES_FILE.url}"`;
