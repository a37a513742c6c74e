import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '#src/shell/island/Icon.tsx';
import type { AreaT } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import type { PanelProps } from '../island/panel.ts';
import { BookResults } from './BookResults.tsx';
import { searchDownloadedBook } from './downloaded-book.ts';
import { findOnPage, highlightMatches } from './on-page.ts';
import { $bookSearch, $pageSearch, clearSearch, findInBook, type LocalSearch, stepMatch } from './state.ts';

/** Searches the loaded chapters and the whole book. Buttons move between the matches in the loaded chapters. */
export function FindPanel({ island, book, language }: PanelProps) {
  const { t } = island;
  const field = useRef<HTMLInputElement>(null);
  const [word, setWord] = useState($pageSearch.get().word);
  useEffect(() => {
    field.current?.focus();
    const stop = highlightMatches();
    // Uses the text that the visitor typed before the field was rendered (keys.ts).
    const early = $pageSearch.get().word;
    setWord(early);
    if (early !== '') findOnPage(early);
    return () => {
      stop();
      clearSearch();
    };
  }, []);

  const type = (text: string) => {
    setWord(text);
    findOnPage(text);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    stepMatch(1);
  };
  const searchLocally: LocalSearch = (bookId, keyword, from) =>
    searchDownloadedBook(bookId, keyword, from, (chapterId) => island.paths.reader(bookId, chapterId));
  const isSearched = useStored($bookSearch, null)?.word === word.trim();
  return (
    <div className="find">
      <search>
        <form className="find-form" onSubmit={submit}>
          <input
            ref={field}
            type="search"
            dir="auto"
            maxLength={100}
            aria-label={t('find-word')}
            placeholder={t('find-word')}
            value={word}
            onChange={({ target }) => type(target.value)}
          />
          <MatchNavigation t={t} />
        </form>
      </search>
      {word.trim() !== '' && !isSearched && (
        <button
          type="button"
          className="button button-quiet"
          onClick={() => void findInBook(book.id, word.trim(), searchLocally)}
        >
          <Icon name="search" />
          {t('find-in-book')}
        </button>
      )}
      <BookResults island={island} language={language} />
    </div>
  );
}

/** The index of the current match and the number of matches, with buttons to move between them. */
function MatchNavigation({ t }: { t: AreaT<'reader'> }) {
  const { word, count, current } = useStored($pageSearch, $pageSearch.get());
  return (
    <>
      <output className="find-count">
        {word !== '' && (count === 0 ? t('find-none') : t('place', { number: current + 1, count }))}
      </output>
      <button
        type="button"
        className="tool"
        aria-label={t('find-previous')}
        disabled={count === 0}
        onClick={() => stepMatch(-1)}
      >
        <Icon name="previous" />
      </button>
      <button
        type="button"
        className="tool"
        aria-label={t('find-next')}
        disabled={count === 0}
        onClick={() => stepMatch(1)}
      >
        <Icon name="next" />
      </button>
    </>
  );
}
