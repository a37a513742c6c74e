import { useEffect, useState } from 'react';
import type { FoundEntry } from '#src/contract/static-index.ts';
import { bookText, nameText, SLOT } from '#src/lib/book-text.ts';
import { searchWord } from '#src/routes/paths.ts';
import { BookPhrase } from '#src/shell/island/BookPhrase.tsx';
import { CoverThumbnail } from '#src/shell/island/Thumbnail.tsx';
import { type IslandProps, useIsland } from '#src/shell/island/use-island.ts';
import { rememberSearch, searchInIndex } from '../state.ts';
import { optionOf } from './options.ts';

/** `texts` contains texts of the area `search`. */
export interface StaticResultsProps extends IslandProps {
  /** Address of the picture shown for books without a cover. */
  readonly defaultCover: string;
}

/** Shows the word in the search field, which hydrates only when the visitor uses it. */
function showInField(word: string): void {
  const field = document.querySelector<HTMLInputElement>('.search-box input[name=q]');
  if (field && field.value === '') field.value = word;
}

type FoundBook = Extract<FoundEntry, { kind: 'book' }>;

const MAX_BOOKS = 100;
const MAX_LINKS = 30;
const LINK_GROUPS = [
  ['author', 'group-authors'],
  ['tag', 'group-tags'],
  ['keyword', 'group-keywords'],
] as const;

/** The results of a search on a static site, which has no server that could render them. */
export function StaticResults(props: StaticResultsProps) {
  const { t, tag, paths, mediaUrl } = useIsland<'search'>(props);
  const [word, setWord] = useState('');
  const [results, setResults] = useState<readonly FoundEntry[] | 'looking' | 'failed'>('looking');

  useEffect(() => {
    const typed = searchWord(new URLSearchParams(location.search).get('q') ?? '');
    if (typed === '') return;
    setWord(typed);
    rememberSearch(typed);
    showInField(typed);
    searchInIndex(typed).then(setResults, () => setResults('failed'));
  }, []);

  if (word === '') return null;
  if (typeof results === 'string')
    return <p role="status">{t(results === 'looking' ? 'looking' : 'results-failed')}</p>;
  const books = results.filter((found): found is FoundBook => found.kind === 'book').slice(0, MAX_BOOKS);
  return (
    <>
      <p role="status" className="page-lead">
        <BookPhrase
          text={t(results.length === 0 ? 'nothing-for' : 'title-word', { word: SLOT })}
          value={word}
          language={undefined}
          tag={tag}
        />
      </p>
      {results.length === 0 && <p className="page-lead">{t('nothing-hint')}</p>}
      {books.length > 0 && (
        <section className="block">
          <h2>{t('group-books')}</h2>
          <ol className="list list--rows">
            {books.map(({ book, author, cover = null }) => (
              <li key={book.id} className="item">
                <span className="cover" data-tone={cover?.tone}>
                  <CoverThumbnail
                    cover={cover}
                    mediaUrl={mediaUrl}
                    pixels={200}
                    fallback={props.defaultCover}
                    width={200}
                  />
                </span>
                <div className="item-text">
                  <h3 className="item-title" {...bookText(book.title, book.language, tag)}>
                    <a href={paths.novel(book)}>{book.title}</a>
                  </h3>
                  <p className="item-facts">
                    {author && (
                      <a href={paths.author(author)} {...nameText(author.name, book.language, tag)}>
                        {author.name}
                      </a>
                    )}
                  </p>
                </div>
              </li>
            ))}
          </ol>
        </section>
      )}
      {LINK_GROUPS.map(([kind, heading]) => {
        const links = results.filter((found) => found.kind === kind).slice(0, MAX_LINKS);
        return links.length === 0 ? null : (
          <section key={kind} className="block">
            <h2>{t(heading)}</h2>
            <ul className="chips chips-wrap">
              {links.map((found) => {
                const { key, href, text } = optionOf(found, paths);
                return (
                  <li key={key}>
                    <a className="chip" href={href} {...nameText(text, undefined, tag)}>
                      {text}
                    </a>
                  </li>
                );
              })}
            </ul>
          </section>
        );
      })}
    </>
  );
}
