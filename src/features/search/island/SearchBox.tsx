import { type MouseEvent, useEffect, useId, useState } from 'react';
import type { Locale, LocaleCode } from '#src/contract/locales.ts';
import { bookText } from '#src/lib/book-text.ts';
import { IS_STATIC_SITE } from '#src/lib/static-site.ts';
import { Icon } from '#src/shell/island/Icon.tsx';
import { type IslandProps, useIsland } from '#src/shell/island/use-island.ts';
import { forgetSearches, loadPopular, rememberSearch, searchedContent, submitSearch } from '../state.ts';
import { ComboboxInput } from './ComboboxInput.tsx';
import type { Option, OptionGroup } from './options.ts';
import { useCombobox } from './use-combobox.ts';
import { useSuggestions } from './use-suggestions.ts';

/** `texts` contains texts of the area `search`. */
export interface SearchBoxProps extends IslandProps {
  /** The search words whose results the page shows; empty before a search. */
  readonly word: string;
  /** Whether the form leads to a page with all results of one kind, instead of the first results of each kind. */
  readonly all: boolean;
  /** The brand's locales. Visitors can search the content of each of them. */
  readonly locales: readonly LocaleCode[];
}

/** Texts of the states in which there are no suggestions. */
const STATES = { looking: 'looking', offline: 'offline', failed: 'failed' } as const;

/** The search form, which shows suggestions while the visitor types. */
export function SearchBox(props: SearchBoxProps) {
  const { t, paths, tag } = useIsland<'search'>(props);
  const [word, setWord] = useState(props.word);
  const [content, setContent] = useState<Locale>();
  const { options, groups, state, ask } = useSuggestions(word, paths, content);
  const combobox = useCombobox(options, openOption);
  const { shown, active, close } = combobox;
  const list = useId();
  const isEmpty = word.trim() === '';
  const hasRecent = options.some(({ kind }) => kind === 'recent');
  useEffect(() => setContent(searchedContent(props.locales)), [props.locales]);
  useEffect(() => setWord((typed) => typed || wordInAddress()), []);
  useEffect(() => void (isEmpty && loadPopular(searchedContent(props.locales))), [isEmpty, props.locales]);

  const type = (text: string) => {
    setWord(text);
    ask(text);
  };

  return (
    <search className="search-box" onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || close()}>
      <form
        action={props.all ? paths.searchMore() : paths.search()}
        method="get"
        onSubmit={() => submitSearch(word, content)}
      >
        <ComboboxInput
          combobox={combobox}
          list={list}
          name="q"
          required
          enterKeyHint="search"
          label={t('label')}
          placeholder={t('placeholder')}
          busy={state === 'looking'}
          value={word}
          onType={type}
        />
        <button type="submit" aria-label={t('submit')}>
          <Icon name="search" />
        </button>
      </form>
      <p className="search-state" role="status">
        {state && t(STATES[state])}
      </p>
      <div className="search-list" hidden={!shown}>
        <div id={list} role="listbox" aria-label={t('suggestions')}>
          {groups.map(({ kind, options: members }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, these are options.
            <div key={kind} role="group" aria-labelledby={`${list}-${kind}`}>
              <p id={`${list}-${kind}`} role="presentation">
                {t(HEADINGS[kind])}
              </p>
              {members.map((option) => {
                const index = options.indexOf(option);
                return (
                  <OptionLink
                    key={option.key}
                    id={`${list}-${index}`}
                    option={option}
                    active={index === active}
                    tag={tag}
                  />
                );
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

/** The searched words on a static site, whose page is the same for all words. */
const wordInAddress = () => (IS_STATIC_SITE ? (new URLSearchParams(location.search).get('q') ?? '') : '');

const HEADINGS = {
  recent: 'kind-recent',
  popular: 'kind-popular',
  book: 'group-books',
  author: 'group-authors',
  tag: 'group-tags',
  keyword: 'group-keywords',
} as const satisfies Record<OptionGroup['kind'], string>;

function openOption(option: Option): void {
  rememberSearch(option.word);
  location.assign(option.href);
}

/**
 * Keeps the focus in the field. On systems where a click does not focus buttons and links, the field would otherwise
 * lose the focus before the click, and the list would close.
 */
const keepFocus = (event: MouseEvent) => event.preventDefault();

interface OptionLinkProps {
  readonly id: string;
  readonly option: Option;
  readonly active: boolean;
  /** BCP 47 tag of the page. */
  readonly tag: string;
}

function OptionLink({ id, option, active, tag }: OptionLinkProps) {
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
      <span {...bookText(option.text, option.language, tag)}>{option.text}</span>
    </a>
  );
}
