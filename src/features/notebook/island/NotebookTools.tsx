import { MARK_COLOURS, type MarkColour } from '#src/contract/entities/marks.ts';
import { NOTEBOOK_FILTERS, type NotebookFilter } from '../state/notebook.ts';
import type { NotebookT } from './props.ts';

interface NotebookToolsProps {
  readonly t: NotebookT;
  readonly searchId: string;
  readonly words: string;
  readonly search: (words: string) => void;
  readonly counts: Readonly<Record<NotebookFilter, number>>;
  readonly filter: NotebookFilter;
  readonly choose: (filter: NotebookFilter) => void;
  /** Number of matching marks. */
  readonly matchCount: number;
}

const colourOf = (filter: NotebookFilter): MarkColour | undefined => MARK_COLOURS.find((colour) => colour === filter);

/** A search field and filters for the marks, and the number of matches. */
export function NotebookTools(props: NotebookToolsProps) {
  const { t, searchId, words, search, counts, filter, choose, matchCount } = props;
  const available = NOTEBOOK_FILTERS.filter((name) => counts[name] > 0);
  const isNarrowed = filter !== 'all' || words.trim() !== '';
  return (
    <div className="notebook-tools">
      <input
        id={searchId}
        className="history-search"
        type="search"
        dir="auto"
        aria-label={t('search')}
        placeholder={t('search')}
        value={words}
        maxLength={200}
        onChange={({ currentTarget }) => search(currentTarget.value)}
      />
      {available.length > 2 && (
        <fieldset className="chips">
          <legend className="said">{t('filter')}</legend>
          {available.map((name) => (
            <button
              key={name}
              type="button"
              className="chip"
              aria-pressed={filter === name}
              data-colour={colourOf(name)}
              onClick={() => choose(name)}
            >
              {nameOf(t, name)} <small>{counts[name]}</small>
            </button>
          ))}
        </fieldset>
      )}
      <p className="notebook-count" role="status">
        {isNarrowed && t('found', { shown: matchCount, count: counts.all })}
      </p>
    </div>
  );
}

function nameOf(t: NotebookT, filter: NotebookFilter): string {
  const colour = colourOf(filter);
  if (colour) return t(`colour-${colour}`);
  return filter === 'bookmark' ? t('filter-bookmark') : filter === 'note' ? t('filter-note') : t('filter-all');
}
