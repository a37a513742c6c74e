import type { T, TextValues } from '#src/i18n/t.ts';
import type { BookListModel, IndexModel } from '../page/models.ts';

/**
 * Returns "Fantasy novels" for the name "Fantasy". A name that already contains a word for books ("web novels", "奇幻小说")
 * is unchanged. The text `seo:novel-words` lists these words, separated by commas.
 */
export const novelsPhrase = (name: string, t: T): string => (hasNovelWord(name, t) ? name : t('seo:novels', { name }));

/** Like `novelsPhrase`, but returns "Fantasy stories" and checks for the words of `seo:story-words`. */
export const storiesPhrase = (name: string, t: T): string =>
  includesWord(name, t('seo:story-words')) ? name : t('seo:stories', { name });

const hasNovelWord = (name: string, t: T) => includesWord(name, t('seo:novel-words'));

const NO_SPACES = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+$/u;

function includesWord(name: string, words: string): boolean {
  const lower = name.toLowerCase();
  const spaced = ` ${lower.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')} `;
  return words.split(',').some((word) => (NO_SPACES.test(word) ? lower.includes(word) : spaced.includes(` ${word} `)));
}

/** The heading of a list. */
export function headingOf({ kind, name, menu }: BookListModel, t: T): string {
  if (name === '') return t('common:ranking');
  if (kind === 'genre' && hasNovelWord(name, t)) return name;
  /** The type of a ranking, such as "Popular". */
  const type = menu.find((entry) => entry.current)?.name ?? '';
  return t(`listing:${kind}-title`, { name, type });
}

/** The heading of an index page. */
export const indexHeadingOf = ({ kind, name }: IndexModel, t: T): string => t(`listing:${kind}-title`, { name });

/** Adds the values `novels` and `stories`: the name as a phrase that contains "novels" or "stories" only once. */
export function withPhrases(values: TextValues, t: T): TextValues {
  const name = String(values['name'] ?? '');
  return { ...values, novels: novelsPhrase(name, t), stories: storiesPhrase(name, t) };
}
