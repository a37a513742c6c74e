import type { Suggestion } from '#src/contract/calls/suggestion.ts';
import type { Locale } from '#src/contract/locales.ts';
import { createPaths, type Paths } from '#src/routes/paths.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $recentSearches } from '#src/shell/state/local-storage.ts';
import { $popular, $suggestionState, $suggestions, MAX_RECENT_SEARCHES } from '../state.ts';
import { groupsOf, type Option, type OptionGroup, optionOf, wordOption } from './options.ts';
import { useTypingPause } from './use-typing-pause.ts';

const NO_SUGGESTIONS: readonly Suggestion[] = [];
const NO_SEARCHES: readonly string[] = [];

interface Suggestions {
  /** Options in display order. */
  readonly options: readonly Option[];
  readonly groups: readonly OptionGroup[];
  /** The message to show if there are no options. */
  readonly state: 'looking' | 'offline' | 'failed' | undefined;
  ask(word: string): void;
}

/**
 * The options below the search field: recent and popular searches while the field is empty, otherwise the upstream's
 * suggestions.
 */
export function useSuggestions(word: string, paths: Paths, content: Locale | undefined): Suggestions {
  const recent = useStored($recentSearches, NO_SEARCHES);
  const popular = useStored($popular, NO_SEARCHES);
  const suggestions = useStored($suggestions, NO_SUGGESTIONS);
  const suggesting = useStored($suggestionState, 'idle');
  const ask = useTypingPause(content);
  const contentPaths = content ? createPaths(content.code) : paths;
  const groups = groupsOf(
    word.trim() === ''
      ? wordOptions(recent, popular, paths)
      : suggestions.map((suggestion) => optionOf(suggestion, contentPaths)),
  );
  const options = groups.flatMap((group) => group.options);
  const hasMessage = suggesting !== 'idle' && word.trim() !== '' && options.length === 0;
  return { options, groups, state: hasMessage ? suggesting : undefined, ask };
}

/** The visitor's recent searches, then popular searches, at most MAX_RECENT_SEARCHES in total. */
function wordOptions(recent: readonly string[], popular: readonly string[], paths: Paths): Option[] {
  const newPopular = popular.filter((word) => !recent.includes(word)).slice(0, MAX_RECENT_SEARCHES - recent.length);
  return [
    ...recent.map((word) => wordOption('recent', word, paths)),
    ...newPopular.map((word) => wordOption('popular', word, paths)),
  ];
}
