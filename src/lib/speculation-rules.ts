import { hash } from './hash.ts';

/*
 * Speculation rules (https://html.spec.whatwg.org/multipage/speculative-loading.html): what browsers may load ahead of a
 * click. `moderate` is when a visitor is about to follow a link. Browsers leave it where a visitor saves data.
 */

/** A page that a query filters is rendered on request; loading it ahead costs more than it gives. */
const PLAIN = { not: { href_matches: '/*\\?(.+)' } };
/** A link to another language is answered by the language chosen so far until it is clicked. */
const SAME_LANGUAGE = { not: { selector_matches: '[hreflang]' } };

/** Lists and novels, in every language. Pages of one visitor are not among them, nor is what a secret opens. */
const PAGES = {
  href_matches: [
    '/',
    '{/:locale}?/(genres|tags|hotnovels|keywords)',
    '{/:locale}?/(genres|tags|all-tags|category|hotnovels|keywords|ranking|secPage|author|novel)/*',
  ],
};

const RULES = {
  prefetch: [{ source: 'document', where: { and: [PAGES, PLAIN, SAME_LANGUAGE] }, eagerness: 'moderate' }],
  // The chapter that is read next, from the one before it or from where reading begins. Its scripts wait until it is shown
  // (when-shown.ts), so that it costs no call that changes anything, also where it is locked.
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

/** The file of the rules. Its extension is its own: browsers take it as `application/speculationrules+json` alone. */
export const SPECULATION_RULES_FILE = {
  url: `/_brand/site.${hash(content, 10)}.speculationrules`,
  content,
} as const;

/** Value of Speculation-Rules, which names the file to each page. */
export const SPECULATION_RULES = `"${SPECULATION_RULES_FILE.url}"`;
