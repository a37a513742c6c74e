import type { FoundChapter } from '#src/contract/calls/chapter.ts';
import { bookText } from '#src/lib/book-text.ts';
import type { Island } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import type { PanelProps } from '../island/panel.ts';
import { wordFragment } from '../text/text-fragment.ts';
import { $bookSearch, type BookSearch, findMore } from './state.ts';

type ResultsProps = Pick<PanelProps, 'island' | 'language'>;

/** The book's chapters that contain the search words. Each chapter links to its first match. */
export function BookResults({ island, language }: ResultsProps) {
  const { t } = island;
  const search = useStored($bookSearch, $bookSearch.get());
  const { state, items, next } = search;
  return (
    <div className="find-results" aria-busy={state === 'loading'}>
      <p role="status">{messageOf(search, t)}</p>
      {items.length > 0 && (
        <ol>
          {items.map((item) => (
            <Result key={item.chapter.id} island={island} language={language} item={item} search={search} />
          ))}
        </ol>
      )}
      {state === 'ready' && next !== null && (
        <button type="button" className="button button-quiet" onClick={() => void findMore()}>
          {t('find-more')}
        </button>
      )}
    </div>
  );
}

function messageOf({ state, items }: BookSearch, t: Island<'reader'>['t']): string {
  if (state === 'loading') return t('loading');
  if (state === 'failed') return t('find-failed');
  if (state === 'absent') return t('find-absent');
  return state === 'ready' && items.length === 0 ? t('find-book-none') : '';
}

function Result({ island, language, item, search }: ResultsProps & { item: FoundChapter; search: BookSearch }) {
  const { chapter, count, snippets } = item;
  const [snippet] = snippets;
  const attributes = (text: string) => bookText(text, language, island.tag);
  return (
    <li>
      <a href={island.paths.reader(search.bookId, chapter.id) + wordFragment(search.word)}>
        <span className="find-chapter">
          <span {...attributes(chapter.title)}>{chapter.title}</span>
          <span className="find-times">{count}</span>
        </span>
        {chapter.part && (
          <span className="find-part" {...attributes(chapter.part)}>
            {chapter.part}
          </span>
        )}
        {snippet && (
          <span className="find-snippet" {...attributes(snippet.before + snippet.match + snippet.after)}>
            {snippet.before}
            <mark>{snippet.match}</mark>
            {snippet.after}
          </span>
        )}
      </a>
    </li>
  );
}
