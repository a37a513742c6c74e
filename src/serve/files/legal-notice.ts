import { LRUCache } from 'lru-cache';
import type { PublicBrand } from '#src/brand/public-brand.ts';
import { DEFAULT_LOCALE, LOCALES } from '#src/contract/locales.ts';
import { errorText } from '#src/i18n/error-texts.ts';
import { hash } from '#src/lib/hash.ts';
import { escapeHtml } from '#src/lib/text.ts';
import { type Content, createContent } from '../http/representation.ts';

/** The error page of a release that a notice replaces, and the reason to show, as plain text. */
export interface LegalNotice {
  readonly page: { readonly path: string };
  readonly reason?: string;
}

/** Pages for books that were taken down for legal reasons (RFC 7725). */
export interface LegalNotices {
  /**
   * Returns a not-found page whose texts explain that the book was taken down, in the language of the page. If the
   * page has no texts to replace, it is returned unchanged.
   */
  content(notFoundPage: Content, notice: LegalNotice, brand: PublicBrand): Content;
}

/** Requests choose the language and the book, so the number of different pages is small. */
const MAX_PAGES = 200;

/**
 * Pages are created from the release's not-found page by replacing its texts, which needs neither rendering nor the
 * store: the thread that serves files must not wait for either.
 */
export function createLegalNotices(): LegalNotices {
  const pages = new LRUCache<string, Content>({ max: MAX_PAGES });
  return {
    content(notFoundPage, { page: { path }, reason = '' }, brand) {
      const etag = hash(`${notFoundPage.etag} ${brand.appName} ${JSON.stringify(brand.texts ?? {})} ${reason}`, 32);
      const cached = pages.get(etag);
      if (cached) return cached;
      const content = lazily(etag, notFoundPage, (html) => withNotice(html, textsFor(path, reason, brand)));
      pages.set(etag, content);
      return content;
    },
  };
}

/** Content that is created from the bytes of another one when it is first sent. A failure is not cached. */
function lazily(etag: string, source: Content, change: (html: string) => string): Content {
  let changed: Promise<Content> | undefined;
  const create = async () => {
    const bytes = (await source.bytes('identity')) ?? new Uint8Array();
    return createContent(Buffer.from(change(Buffer.from(bytes).toString())), source.mediaType, etag);
  };
  return {
    etag,
    mediaType: source.mediaType,
    async bytes(encoding) {
      changed ??= create().catch((error: unknown) => {
        changed = undefined;
        throw error;
      });
      return (await changed).bytes(encoding);
    },
  };
}

interface NoticeTexts {
  readonly title: string;
  readonly heading: string;
  readonly hint: string;
  /** Empty without a reason. */
  readonly reason: string;
}

function textsFor(path: string, reason: string, { locales, texts, appName }: PublicBrand): NoticeTexts {
  const first = path.split('/')[1] ?? '';
  const code = locales.find((locale) => locale === first) ?? DEFAULT_LOCALE;
  const ownTexts = texts?.[code];
  const locale = ownTexts ? { ...LOCALES[code], ownTexts } : LOCALES[code];
  const heading = errorText(locale, 'unavailable');
  return {
    title: `${heading} | ${appName}`,
    heading,
    hint: errorText(locale, 'unavailable-hint'),
    reason: reason === '' ? '' : errorText(locale, 'unavailable-reason', { reason }),
  };
}

const TITLE = /<title>([^<]*)<\/title>/;
/** Heading and hint of src/shell/ui/ErrorState.astro. */
const TEXTS = /(<h1[^>]*>)[^<]*(<\/h1>\s*<p[^>]*>)[^<]*<\/p>/;

function withNotice(html: string, { title, heading, hint, reason }: NoticeTexts): string {
  const explanation = reason === '' ? '' : `<p dir="auto">${escapeHtml(reason).replaceAll('\n', '<br>')}</p>`;
  const formerTitle = TITLE.exec(html)?.[1] ?? '';
  // Functions, because a replacement text may contain patterns such as `$&`.
  return html
    .replace(TEXTS, (_, before: string, between: string) =>
      [before, escapeHtml(heading), between, escapeHtml(hint), '</p>', explanation].join(''),
    )
    .replace(TITLE, () => `<title>${escapeHtml(title)}</title>`)
    .replaceAll(
      `property="og:title" content="${formerTitle}"`,
      () => `property="og:title" content="${escapeHtml(title)}"`,
    );
}
