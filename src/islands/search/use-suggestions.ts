import type { Suggestion } from '#src/contract/entities/visitor.ts';
import type { Paths } from '#src/paths.ts';
import { $recentSearches } from '#src/stores/local.ts';
import { $suggesting, $suggestions } from '#src/stores/types.ts';
import { useStored } from '../ui/use-stored.ts';
import { type Option, optionOf, recentOption } from './options.ts';
import { useTypingPause } from './use-typing-pause.ts';

const NO_SUGGESTIONS: readonly Suggestion[] = [];
const NO_SEARCHES: readonly string[] = [];

interface Suggestions {
  readonly options: readonly Option[];
  /** What to say where there are none. */
  readonly state: 'looking' | 'offline' | undefined;
  ask(word: string): void;
}

/** Lines under the field: recent searches while it is empty, else what the upstream suggests. */
export function useSuggestions(word: string, paths: Paths): Suggestions {
  const recent = useStored($recentSearches, NO_SEARCHES);
  const suggestions = useStored($suggestions, NO_SUGGESTIONS);
  const suggesting = useStored($suggesting, 'idle');
  const ask = useTypingPause();
  const options =
    word.trim() === ''
      ? recent.map((known) => recentOption(known, paths))
      : suggestions.map((suggestion) => optionOf(suggestion, paths));
  const isSaid = suggesting !== 'idle' && word.trim() !== '' && options.length === 0;
  return { options, state: isSaid ? suggesting : undefined, ask };
}
