import type { NewBanner, NewRanking, NewShelf } from '../../store/records.ts';
import { SEED_KEY, type SeedBook } from '../book.ts';
import { bannerArt } from '../covers/index.ts';
import { type Block, blocksOf, listOf, pairOf, readData } from '../data.ts';
import { ENGLISH_SECTION } from '../english/books.ts';
import type { BookSummary } from './book-summary.ts';
import { DEVELOPMENT_BRAND, offers, profileOf } from './offers.ts';
import { type CategoryWeights, choose } from './selection.ts';

export interface Editorial {
  readonly rankings: readonly NewRanking[];
  readonly shelves: readonly NewShelf[];
  readonly banners: readonly NewBanner[];
  /** Pictures of the banners. */
  readonly art: readonly SeedBook['art'][];
}

const RANKING_BOOKS = 60;
const SHELF_BOOKS = 36;
const STYLES: readonly string[] = ['row', 'ranked', 'pair', 'feature'] satisfies NewShelf['style'][];

interface BrandEdition {
  readonly id: string;
  readonly brand: string | null;
  readonly weights: CategoryWeights;
  /** The original novels, in the order of the brand. */
  readonly lead: readonly string[];
  readonly entries: readonly BookSummary[];
}

/** Returns the editorial lists of each brand in the English section, from `data/english/brands.txt`. */
export function brandEditorial(entries: readonly BookSummary[]): Editorial[] {
  return blocksOf(readData('english/brands.txt'), '#').flatMap((block) => {
    const [id = ''] = listOf(block.head, '|');
    return (isShared(id) ? [id, null] : [id]).map((brand) => editorialOf(block, brand, entries));
  });
}

/** Whether brands without lists of their own use the lists of this brand. */
const isShared = (id: string) => id === DEVELOPMENT_BRAND;

function editorialOf(block: Block, brand: string | null, all: readonly BookSummary[]): Editorial {
  const profile = profileOf(block);
  const { id, weights } = profile;
  const values = (name: string) =>
    block.lines.map(pairOf).flatMap(([key, value]) => (key === name ? [listOf(value, '|')] : []));
  const lead = listOf(values('lead')[0]?.[0] ?? '').map((slug) => `${SEED_KEY}novel:${slug}`);
  const entries = id === DEVELOPMENT_BRAND ? all : all.filter((book) => offers(profile, book));
  const edition: BrandEdition = { id, brand, weights, lead, entries };
  const banners = values('banner')
    .map((parts, place) => bannerOf(edition, parts, place))
    .filter((banner) => banner !== undefined);
  return {
    rankings: values('rank').flatMap((parts) => rankingsOf(edition, parts)),
    shelves: values('shelf')
      .map((parts, place) => shelfOf(edition, parts, place))
      .filter(({ books }) => books.length > 0),
    banners: banners.map(({ banner }) => banner),
    art: banners.map(({ art }) => art),
  };
}

/** Returns the rankings of a line. The query of a ranking may follow its name: `Best rated (rated)`. */
function rankingsOf({ id, brand, weights, entries }: BrandEdition, parts: readonly string[]): NewRanking[] {
  const [type = '', typeName = '', names = '', query = ''] = parts;
  return listOf(names).map((text) => {
    const [, name = text, own = ''] = /^(.*) \((\w+)\)$/.exec(text) ?? [];
    const books = choose(entries, `${query}, ${own}`, weights, `${id}/${type}/${name}`).slice(0, RANKING_BOOKS);
    return { brand, section: ENGLISH_SECTION, type, typeName, name, books: books.map(({ key }) => key) };
  });
}

/** Returns a shelf. The first one starts with the original novels. */
function shelfOf(
  { id, brand, weights, lead, entries }: BrandEdition,
  parts: readonly string[],
  place: number,
): NewShelf {
  const [style = '', name = '', query = ''] = parts;
  const chosen = choose(entries, query, weights, `${id}/${name}`).map(({ key }) => key);
  const first = place === 0 ? lead.filter((key) => chosen.includes(key)).slice(0, 6) : [];
  const books = [...new Set([...first, ...chosen])].slice(0, SHELF_BOOKS);
  return { brand, section: ENGLISH_SECTION, name, style: styleOf(style), books };
}

function styleOf(text: string): NewShelf['style'] {
  const isStyle = (style: string): style is NewShelf['style'] => STYLES.includes(style);
  return isStyle(text) ? text : 'row';
}

/** Returns a banner. The first part of its line is a novel, or a query whose best book is used. */
function bannerOf(
  { id, brand, weights, entries }: BrandEdition,
  [query = '', title = '', subtitle = '']: readonly string[],
  place: number,
) {
  const named = entries.find(({ key }) => key === `${SEED_KEY}novel:${query}`);
  const book = named ?? choose(entries, query, weights, `${id}/banner`)[0];
  if (!book) return undefined;
  const art = bannerArt({ key: `${id}/${place}`, tone: book.tone, category: book.category });
  const banner: NewBanner = { brand, section: ENGLISH_SECTION, title, subtitle, image: art.file, book: book.key };
  return { banner, art };
}
