import * as contract from '#src/contract/index.ts';
import { initialLetter } from '#src/lib/initial-letter.ts';
import { isFixed, KINDS, PAGE_KINDS, type RouteKind } from '#src/routes/page-kinds.ts';
import { parsePath } from '#src/routes/parse.ts';
import { createPaths } from '#src/routes/paths.ts';
import { ask, type Edition, type Facts, factsOf } from './facts.ts';

/** One spelling of a route's URL and the expected response. */
export interface Row {
  readonly address: string;
  /** 200 for a page; otherwise the status of a redirect to `to` or of an error page. */
  readonly status: number;
  readonly to?: string;
  /** Whether the page redirects by script, so that its content is not checked. */
  readonly leadsOn?: boolean;
}

const enc = encodeURIComponent;
const page = (address: string): Row => ({ address, status: 200 });
const to =
  (target: string, status = 308) =>
  (...addresses: string[]): Row[] =>
    addresses.map((address) => ({ address, status, to: target }));

/**
 * Every route (docs/product.md, section 2) in every spelling allowed by its optional parameters
 * (docs/develop/routes.md), with content from the API.
 */
function rowsOf(facts: Facts, locale: Parameters<typeof createPaths>[0], more: MoreFacts): Row[] {
  const paths = createPaths(locale);
  const at = (path: string) => (locale === 'en' ? path : `/${locale}${path}`);
  return [
    ...fixedRows(at),
    ...accountRows(paths),
    ...listRows(facts, paths, at),
    ...rankingRows(facts, paths, at),
    ...bookRows(facts, paths, at, more),
    page(paths.brandPage('about')),
    ...to(paths.brandPage('about'))(at('/Pages/about')),
    { address: at('/pages/no-such-page'), status: 404 },
    ...searchRows(facts, paths, at),
    { address: at('/400'), status: 400 },
    { address: at('/500'), status: 500 },
    ...to(at('/genres'))(at('/Genres'), at('/GENRES'), at('/category')),
    ...to(at('/category'))(at('/Category')),
    ...to(at('/becomeOurTranslator'))(at('/becomeourtranslator')),
    ...to(at('/myinfo/myLocked'))(at('/MyInfo/mylocked')),
    { address: at('/no-such-page'), status: 404 },
    { address: at('/novel/999999999'), status: 404 },
    { address: at('/this-is-no-token-of-any-share'), status: 404 },
    ...to(at('/tags'))(at('/tags/')),
  ];
}

interface MoreFacts {
  readonly eventId: number;
  readonly eventBook: { readonly id: number };
  readonly token: string;
  readonly category: string;
}

type Paths = ReturnType<typeof createPaths>;
type At = (path: string) => string;

/** Pages with a fixed address that redirect by script, are errors, or exist only in development. */
const SPECIAL: readonly RouteKind[] = ['myinfo', 'lastRead', 'notFound', 'badRequest', 'serverError', 'design'];

const fixedRows = (at: At): Row[] =>
  KINDS.filter((kind) => isFixed(kind) && !SPECIAL.includes(kind)).map((kind) =>
    page(kind === 'home' ? at('') || '/' : at(PAGE_KINDS[kind].address)),
  );

const accountRows = (paths: Paths): Row[] => [
  { ...page(paths.myinfo()), leadsOn: true },
  { ...page(paths.myinfo('myLocked')), leadsOn: true },
  { ...page(paths.myinfo('rechargeList')), leadsOn: true },
  { ...page(paths.myinfo('voucherHistory')), leadsOn: true },
  page(paths.myinfo('privacyPolicy')),
  page(paths.myinfo('teams_of_services')),
];

function listRows({ book, genre, tag, keyword, category, shelf }: Facts, paths: Paths, at: At): Row[] {
  const letter = initialLetter(book.title);
  const small = letter.toLowerCase();
  const [sub = ''] = category.subs;
  const nested = paths.category(category.name, sub);
  const keywordName = enc(keyword.name.replaceAll(/[\s\p{P}\p{S}]/gu, '-'));
  return [
    page(paths.genre(genre)),
    ...to(paths.genre(genre))(at(`/genres/${genre.id}`), at(`/genres/${genre.id}/another-name`)),
    page(paths.tag(tag)),
    ...to(paths.tag(tag))(at(`/tags/${tag.id}`), at(`/tags/${tag.id}/another-name`)),
    page(paths.allTags(genre)),
    page(paths.category(category.name)),
    page(nested),
    ...to(nested)(`${nested}/a-title`),
    ...to(paths.category(category.name))(paths.category(category.name.toLowerCase())),
    page(paths.letter(letter)),
    ...to(paths.letter(letter))(at(`/hotnovels/${letter}`), at(`/hotnovels/${small}`), at(`/hotnovels/${small}/1`)),
    ...to(paths.keywords())(at('/keywords/1')),
    page(paths.keywords()),
    page(paths.keyword(keyword)),
    ...to(paths.keyword(keyword))(at(`/keywords/${keywordName}`)),
    page(paths.section(shelf)),
    ...to(paths.section(shelf))(at(`/secPage/${shelf.id}`), at(`/secPage/${shelf.id}/another-name`)),
  ];
}

function rankingRows({ ranking }: Facts, paths: Paths, at: At): Row[] {
  const [{ id } = { id: 0 }] = ranking.items;
  const address = paths.ranking(ranking.type, id);
  return [
    page(address),
    ...to(address)(at('/ranking'), at('/ranking/1'), at(`/ranking/${ranking.type}/1`), at(`/ranking/${ranking.type}`)),
  ];
}

function bookRows({ book, chapters }: Facts, paths: Paths, at: At, more: MoreFacts): Row[] {
  const [one, two] = chapters;
  if (!one || !two) throw new Error('The book has no two chapters.');
  const name = paths.novel(book).split('/').at(-1);
  const help = paths.help(more.eventBook.id, more.eventId);
  return [
    page(paths.novel(book)),
    ...to(paths.novel(book))(at(`/novel/${book.id}`), at(`/novel/${book.id}/${name}`), at(`/novel/${book.id}/x/y`)),
    ...to(paths.novel(book))(at(`/novel/${name}`), at(`/novel/${enc(more.category)}/${name}`)),
    page(paths.activeNovel(book)),
    ...to(paths.activeNovel(book))(at(`/active-novel/${book.id}`), at(`/active-novel/${book.id}/x/y`)),
    page(paths.author(book.author)),
    ...to(paths.author(book.author))(at(`/author/${book.author.id}`), at(`/author/${book.author.id}/x`)),
    page(paths.reader(book.id, one.id)),
    page(paths.reader(book.id, two.id)),
    ...to(paths.reader(book.id, one.id), 302)(at(`/book-reader/${book.id}`)),
    { ...page(at('/book-reader')), leadsOn: true },
    page(help),
    ...to(help)(at(`/invited-to-help/${more.eventId}`)),
    ...to(paths.novel(book), 302)(at(`/${more.token}`)),
  ];
}

function searchRows({ book }: Facts, paths: Paths, at: At): Row[] {
  const [word = ''] = book.title.split(' ');
  const results = paths.searchResult(word);
  const list = paths.searchMore(word);
  return [
    page(paths.search()),
    ...to(paths.search())(at('/search/result')),
    page(results),
    ...to(results)(at(`/search/${enc(word)}`), at(`/search/anything/${enc(word)}`)),
    ...to(results, 302)(at(`/search?q=${enc(word)}`)),
    page(list),
    ...to(list)(at(`/search-more/${enc(word)}`)),
    page(paths.searchMore()),
    ...to(paths.searchMore())(at('/search-more/result')),
    ...to(list, 302)(at(`/search-more?q=${enc(word)}`)),
    page(paths.searchResult('zzzzqqqqxx')),
  ];
}

const DEVICE = '0b0e2f7e-3c1d-4b6e-9a52-7d6a41c0e001';

/** Kinds that only integration tests request. */
const ELSEWHERE: readonly RouteKind[] = ['authorFeed', 'bookFeed', 'sharePicture', 'design', 'notFound'];

/** Kinds of pages that no row opens. */
export const kindsWithoutRow = (rows: readonly Row[], { locale }: Edition): RouteKind[] => {
  const opened = new Set(rows.map(({ address }) => parsePath(address.split('?')[0] ?? '', [locale])?.kind));
  return KINDS.filter((kind) => !opened.has(kind) && !ELSEWHERE.includes(kind));
};

/** The rows for the content of the site under test. */
export async function rowsFor(edition: Edition): Promise<Row[]> {
  const facts = await factsOf(edition);
  return rowsOf(facts, edition.locale, await moreFacts(edition, facts));
}

async function moreFacts(edition: Edition, { book }: Facts): Promise<MoreFacts> {
  const share = await ask(edition, contract.shareCreate, { kind: 'book', id: book.id }, { 'device-uuid': DEVICE });
  const { event, bookId } = await anyEvent(edition);
  return { token: share.share?.token ?? '', category: book.category.name, eventId: event, eventBook: { id: bookId } };
}

/** Finds any help event in the store, whose ids are small numbers. */
async function anyEvent(edition: Edition): Promise<{ event: number; bookId: number }> {
  for (let id = 1; id < 200; id += 1) {
    const event = await ask(edition, contract.eventInviteActivityHelpPage, { active_id: id }).catch(() => undefined);
    if (event?.event) return { event: id, bookId: event.event.book.id };
  }
  throw new Error('The store has no help event.');
}
