import { type KeyboardEvent, useId, useState } from 'react';
import type { Suggestion } from '#src/contract/calls/suggestion.ts';
import type { BookReference } from '#src/contract/entities/book.ts';
import { ComboboxInput } from '#src/features/search/island/ComboboxInput.tsx';
import { optionOf } from '#src/features/search/island/options.ts';
import { useCombobox } from '#src/features/search/island/use-combobox.ts';
import { useTypingPause } from '#src/features/search/island/use-typing-pause.ts';
import { $suggestions } from '#src/features/search/state.ts';
import { bookText } from '#src/lib/book-text.ts';
import type { Paths } from '#src/routes/paths.ts';
import type { AreaT } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';

const NONE: readonly Suggestion[] = [];

interface StoryFinderProps {
  readonly t: AreaT<'translator'>;
  readonly paths: Paths;
  /** BCP 47 tag of the page. */
  readonly tag: string;
  readonly onFound: (book: BookReference) => void;
}

/** A field that searches all stories by title. */
export function StoryFinder({ t, paths, tag, onFound }: StoryFinderProps) {
  const [word, setWord] = useState('');
  const requestSuggestions = useTypingPause();
  const list = useId();
  const books = useStored($suggestions, NONE).flatMap((suggestion) =>
    suggestion.kind === 'book' ? [suggestion.book] : [],
  );
  const options = word.trim() === '' ? [] : books.map((book) => optionOf({ kind: 'book', book }, paths));
  const select = (key: string) => {
    const book = books.find(({ id }) => key === `book-${id}`);
    if (book) onFound(book);
    setWord('');
    close();
  };
  const combobox = useCombobox(options, ({ key }) => select(key));
  const { shown, active, close, press } = combobox;

  const type = (text: string) => {
    setWord(text);
    requestSuggestions(text);
  };
  const pressed = (event: KeyboardEvent) => {
    press(event);
    // In this field, Enter selects a story instead of submitting the form.
    if (event.key === 'Enter') event.preventDefault();
  };

  return (
    <search
      className="search-box story-finder"
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || close()}
    >
      <ComboboxInput
        combobox={combobox}
        list={list}
        label={t('find')}
        placeholder={t('find')}
        value={word}
        onType={type}
        onKeyDown={pressed}
      />
      <div id={list} className="search-list" role="listbox" aria-label={t('found')} hidden={!shown}>
        {options.map((option, index) => (
          <button
            key={option.key}
            id={`${list}-${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => select(option.key)}
          >
            <span {...bookText(option.text, option.language, tag)}>{option.text}</span>
          </button>
        ))}
      </div>
    </search>
  );
}
