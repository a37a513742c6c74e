import type { NewRanking, NewShelf } from '../../store/records.ts';
import { bannerArt } from '../covers/index.ts';
import { entryOf as labelOf } from '../data.ts';
import type { Language } from '../languages.ts';
import type { BookSummary } from './book-summary.ts';
import type { Editorial } from './brands.ts';
import { choose } from './selection.ts';

const SHELVES = [
  ['row', 'shelf hot', 'hot'],
  ['pair', 'shelf finished', 'finished'],
  ['feature', 'shelf feature', 'rated'],
  ['row', 'shelf new', 'new'],
  ['ranked', 'shelf pair', 'short, finished'],
] as const;
const RANKINGS = [
  ['hot', 'popular', 'week', ''],
  ['hot', 'popular', 'month', ''],
  ['new', 'new', 'month', 'new'],
  ['finished', 'finished', 'read', 'finished'],
] as const;

/** Returns the editorial lists of all brands in a language other than English. */
export function languageEditorial({ code, section, labels }: Language, entries: readonly BookSummary[]): Editorial {
  const pick = (query: string, name: string) => choose(entries, query, new Map(), `${code}/${name}`);
  const keys = (query: string, name: string) => pick(query, name).map(({ key }) => key);
  const rankings = RANKINGS.map(([type, typeName, name, query]): NewRanking => {
    const names = { typeName: labelOf(labels, typeName), name: labelOf(labels, name) };
    return { brand: null, section, type, ...names, books: keys(query, `${type}/${name}`) };
  });
  const shelves = SHELVES.map(([style, name, query]): NewShelf => {
    return { brand: null, section, name: labelOf(labels, name), style, books: keys(query, name).slice(0, 12) };
  });
  const [book] = pick('', 'banner');
  if (!book) return { rankings, shelves, banners: [], art: [] };
  const art = bannerArt({ key: code, tone: book.tone, category: book.category });
  const words = { title: book.title, subtitle: labelOf(labels, 'banner') };
  return {
    rankings,
    shelves,
    banners: [{ brand: null, section, ...words, image: art.file, book: book.key }],
    art: [art],
  };
}
