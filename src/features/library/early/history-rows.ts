import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import { placeAhead } from '#src/contract/furthest-read.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { createIslandT } from '#src/i18n/island-t.ts';
import { bookText, SLOT, splitPhrase, type TextAttributes } from '#src/lib/book-text.ts';
import { formatTime, relativeTime } from '#src/lib/format-time.ts';
import { createPaths } from '#src/routes/paths.ts';
import { LIST_COVER_PX, pictureOf } from '#src/shell/island/covers.ts';
import { element, icon } from '#src/shell/island/early/elements.ts';
import { NOTEBOOK_ICON, TRASH_ICON } from '#src/shell/island/island-icons.ts';
import { HISTORY, MARKS, TOKEN } from '#src/shell/state/storage-keys.ts';
import { type StoredItem, storedItems } from '#src/shell/state/stored-json.ts';
import { SEARCH_FROM, SORT_FROM, type YourBooksProps } from '../island/props.ts';

/** The props of the island that the rows depend on. */
export type HistoryProps = Pick<YourBooksProps, 'texts' | 'locale' | 'apiPrefix' | 'defaultCover' | 'accounts'>;

/** Number of books shown before React has loaded: more than fit on a screen. */
const MAX_ROWS = 20;

const isEntry = (entry: StoredItem<HistoryEntry>): entry is HistoryEntry =>
  Number.isInteger(entry?.book?.id) &&
  typeof entry?.book?.title === 'string' &&
  typeof entry.read_at === 'string' &&
  (entry.chapter === null || (Number.isInteger(entry.chapter?.id) && typeof entry.chapter?.title === 'string'));

/**
 * The stored history with the same elements as HistoryList.tsx, except for the field that searches and the one that
 * sorts, which only take their place. React adds the numbers of new chapters.
 * @param now in ms since 1970
 * @returns nothing if no book is stored
 */
export function historyRows(props: HistoryProps, now: number): HTMLElement[] {
  const entries = storedItems<HistoryEntry>(HISTORY).filter(isEntry);
  if (entries.length === 0) return [];
  const { texts, locale, apiPrefix, defaultCover } = props;
  const { tag } = LOCALES[locale];
  const t = createIslandT(texts, tag);
  const paths = createPaths(locale);
  const bdi = (name: 'bdi' | 'strong', text: string, language: string | undefined) =>
    element(name, attributes(bookText(text, language, tag)), text);
  const phrase = (key: string, value: string, language: string | undefined) => {
    const [before, after] = splitPhrase(t(key, { chapter: SLOT }), value) ?? [];
    return before === undefined ? [t(key)] : [before, bdi('bdi', value, language), after ?? ''];
  };

  const row = (entry: HistoryEntry) => {
    const { book, chapter, read_at } = entry;
    const ahead = placeAhead(entry);
    const time = {
      datetime: read_at,
      title: formatTime(read_at, tag, { dateStyle: 'medium', timeStyle: 'short' }),
    };
    return element(
      'li',
      {},
      element(
        'a',
        { href: chapter ? paths.reader(book.id, chapter.id) : paths.novel(book) },
        cover(entry.cover, apiPrefix, defaultCover),
        element(
          'span',
          { class: 'history-text' },
          bdi('strong', book.title, book.language),
          element('span', {}, ...(chapter ? phrase('read-to', chapter.title, book.language) : [t('unread')])),
          element('time', time, relativeTime(Date.parse(read_at), now, tag)),
        ),
      ),
      element('button', { type: 'button', 'aria-label': t('remove', { title: book.title }) }, icon(TRASH_ICON)),
      ...(ahead
        ? [
            element(
              'p',
              { class: 'history-more history-furthest' },
              element(
                'a',
                { href: paths.reader(book.id, ahead.id) },
                ...phrase('furthest-read', ahead.title, book.language),
              ),
              element(
                'button',
                { type: 'button', 'aria-label': t('forget-furthest', { title: book.title }) },
                t('forget'),
              ),
            ),
          ]
        : []),
      ...notebook(book),
    );
  };
  const marks = storedItems<{ kind: string; book: { id: number } }>(MARKS);
  const notebook = (book: HistoryEntry['book']) => {
    const number = marks.filter((mark) => mark?.book?.id === book.id && mark.kind !== 'removed').length;
    if (number === 0) return [];
    const title = element('span', { class: 'said' }, ': ', bdi('bdi', book.title, book.language));
    const link = element(
      'a',
      { href: paths.notebook(book.id) },
      icon(NOTEBOOK_ICON),
      t('notebook-of', { number }),
      title,
    );
    return [element('p', { class: 'history-more' }, link)];
  };
  return [
    ...(props.accounts && !hasToken() ? [signInOffer()] : []),
    element('div', { class: 'book-tools', inert: true }, ...tools()),
    element('ul', { class: 'history' }, ...entries.slice(0, MAX_ROWS).map(row)),
  ];

  function signInOffer(): HTMLElement {
    const href = `${paths.login()}?to=${encodeURIComponent(paths.history())}`;
    return element(
      'p',
      { class: 'keep-places' },
      element('span', {}, t('keep-places')),
      element('a', { class: 'plain-link', href }, t('sign-in')),
    );
  }

  function tools(): HTMLElement[] {
    const search = element('input', { class: 'history-search', type: 'search', placeholder: t('search-list') });
    const sort = element(
      'label',
      { class: 'book-sort' },
      element('select', {}, element('option', {}, t('sort-latest'))),
    );
    return [...(entries.length >= SEARCH_FROM ? [search] : []), ...(entries.length >= SORT_FROM ? [sort] : [])];
  }
}

const attributes = ({ lang, dir }: TextAttributes) => ({ lang, dir });

/** The cover with the same attributes as `RowCover` in src/shell/island/Thumbnail.tsx. */
function cover(cover: HistoryEntry['cover'], apiPrefix: string, fallback: string): HTMLElement {
  const isUsable = typeof cover?.url === 'string' && Array.isArray(cover.widths);
  const url = isUsable ? pictureOf(cover, LIST_COVER_PX) : fallback;
  const image = element('img', {
    class: 'history-cover',
    src: isUsable && url.startsWith('/') ? apiPrefix + url : url,
    alt: '',
    width: '64',
    height: '96',
    'data-tone': isUsable ? String(cover.tone) : undefined,
  });
  image.addEventListener(
    'error',
    () => {
      image.src = fallback;
    },
    { once: true },
  );
  return image;
}

function hasToken(): boolean {
  try {
    return Boolean(localStorage.getItem(TOKEN));
  } catch {
    return false;
  }
}
