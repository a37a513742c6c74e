import { type MouseEvent, useEffect, useId, useState } from 'react';
import { forgetSearches, loadPopular, rememberSearch, WORD_LENGTH } from '#src/stores/types.ts';
import { Icon } from '../ui/Icon.tsx';
import { type IslandProps, useIsland } from '../ui/use-island.ts';
import type { Option, OptionGroup } from './options.ts';
import { useCombobox } from './use-combobox.ts';
import { useSuggestions } from './use-suggestions.ts';

/** Texts: area `search`. */
export interface SearchBoxProps extends IslandProps {
  /** The word the page shows results of; empty before a search. */
  readonly word: string;
}

/** A GET form that suggests while the visitor types. */
export function SearchBox(props: SearchBoxProps) {
  const { t, paths } = useIsland<'search'>(props);
  const [word, setWord] = useState(props.word);
  const { options, groups, state, ask } = useSuggestions(word, paths);
  const { field, shown, active, open, close, press } = useCombobox(options, take);
  const list = useId();
  const isEmpty = word.trim() === '';
  const hasRecent = options.some(({ kind }) => kind === 'recent');
  useEffect(() => void (isEmpty && loadPopular()), [isEmpty]);

  const type = (text: string) => {
    setWord(text);
    open();
    ask(text);
  };

  return (
    <search className="search-box" onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || close()}>
      <form action={paths.search()} method="get" onSubmit={() => rememberSearch(word)}>
        <input
          ref={field}
          type="search"
          name="q"
          required
          maxLength={WORD_LENGTH}
          enterKeyHint="search"
          autoComplete="off"
          role="combobox"
          aria-label={t('label')}
          aria-expanded={shown}
          aria-controls={list}
          aria-autocomplete="list"
          aria-busy={state === 'looking'}
          aria-activedescendant={active >= 0 ? `${list}-${active}` : undefined}
          placeholder={t('placeholder')}
          value={word}
          onChange={(event) => type(event.target.value)}
          onFocus={open}
          onKeyDown={press}
        />
        <button type="submit" aria-label={t('submit')}>
          <Icon name="search" />
        </button>
      </form>
      <p className="search-state" role="status">
        {state && t(state)}
      </p>
      <div className="search-list" hidden={!shown}>
        <div id={list} role="listbox" aria-label={t('suggestions')}>
          {groups.map(({ kind, options: members }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is a box of a form's fields.
            <div key={kind} role="group" aria-labelledby={`${list}-${kind}`}>
              <p id={`${list}-${kind}`} role="presentation">
                {t(HEADINGS[kind])}
              </p>
              {members.map((option) => {
                const index = options.indexOf(option);
                return <Line key={option.key} id={`${list}-${index}`} option={option} active={index === active} />;
              })}
            </div>
          ))}
        </div>
        {isEmpty && hasRecent && (
          <button type="button" className="search-forget" onMouseDown={keepFocus} onClick={forgetSearches}>
            {t('forget')}
          </button>
        )}
      </div>
    </search>
  );
}

const HEADINGS = {
  recent: 'kind-recent',
  popular: 'kind-popular',
  book: 'group-books',
  author: 'group-authors',
  tag: 'group-tags',
  keyword: 'group-keywords',
} as const satisfies Record<OptionGroup['kind'], string>;

function take(option: Option): void {
  rememberSearch(option.word);
  location.assign(option.href);
}

/** Where buttons and links take no focus, the field would lose it before the click and close the list under it. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

interface LineProps {
  readonly id: string;
  readonly option: Option;
  readonly active: boolean;
}

function Line({ id, option, active }: LineProps) {
  return (
    <a
      id={id}
      role="option"
      data-kind={option.kind}
      aria-selected={active}
      href={option.href}
      tabIndex={-1}
      onMouseDown={keepFocus}
      onClick={() => rememberSearch(option.word)}
    >
      <span>{option.text}</span>
    </a>
  );
}
