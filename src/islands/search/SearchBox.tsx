import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { $recentSearches } from '#src/stores/local.ts';
import { $suggestions, forgetSearches, rememberSearch, suggest } from '#src/stores/types.ts';
import { Icon } from '../ui/Icon.tsx';
import { type IslandProps, useIsland } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';
import { type Option, optionOf, recentOption } from './options.ts';

export interface SearchBoxProps extends IslandProps {
  /** The word the page shows results of; empty before a search. */
  readonly word: string;
}

const TYPING_PAUSE_MS = 150;

/** A GET form that suggests while the visitor types (ARIA combobox with a list). */
export function SearchBox(props: SearchBoxProps) {
  const { t, paths } = useIsland(props);
  const [word, setWord] = useState(props.word);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const recent = useStored($recentSearches, []);
  const suggestions = useStored($suggestions, []);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const list = useId();

  useEffect(() => () => clearTimeout(typing.current), []);

  const options: readonly Option[] =
    word.trim() === ''
      ? recent.map((known) => recentOption(known, paths))
      : suggestions.map((suggestion) => optionOf(suggestion, paths));
  const shown = open && options.length > 0;

  const type = (text: string) => {
    setWord(text);
    setActive(-1);
    setOpen(true);
    clearTimeout(typing.current);
    typing.current = setTimeout(() => void suggest(text), TYPING_PAUSE_MS);
  };

  const close = () => {
    setOpen(false);
    setActive(-1);
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const chosen = options[active];
    rememberSearch(chosen?.word ?? word);
    if (!chosen) return;
    event.preventDefault();
    location.assign(chosen.href);
  };

  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return close();
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || options.length === 0) return;
    event.preventDefault();
    setOpen(true);
    setActive((active + step + options.length + (active < 0 && step < 0 ? 1 : 0)) % options.length);
  };

  return (
    <search className="search-box" onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || close()}>
      <form action={paths.search()} method="get" onSubmit={submit}>
        <input
          type="search"
          name="q"
          required
          maxLength={200}
          enterKeyHint="search"
          autoComplete="off"
          role="combobox"
          aria-label={t('label')}
          aria-expanded={shown}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? `${list}-${active}` : undefined}
          placeholder={t('placeholder')}
          value={word}
          onChange={(event) => type(event.target.value)}
          onFocus={() => setOpen(true)}
          onKeyDown={press}
        />
        <button type="submit" aria-label={t('submit')}>
          <Icon name="search" />
        </button>
      </form>
      <div id={list} className="search-options" role="listbox" aria-label={t('suggestions')} hidden={!shown}>
        {options.map((option, index) => (
          <a
            key={option.key}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === active}
            href={option.href}
            tabIndex={-1}
            onClick={() => rememberSearch(option.word)}
          >
            <span>{option.text}</span>
            <small>{t(`kind-${option.kind}`)}</small>
          </a>
        ))}
      </div>
      {shown && word.trim() === '' && (
        <button type="button" className="search-forget" onClick={forgetSearches}>
          {t('forget')}
        </button>
      )}
    </search>
  );
}
