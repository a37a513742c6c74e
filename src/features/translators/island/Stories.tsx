import type { BookReference } from '#src/contract/entities/book.ts';
import { bookText, nameText } from '#src/lib/book-text.ts';
import type { Paths } from '#src/routes/paths.ts';
import { Thumbnail } from '#src/shell/island/Thumbnail.tsx';
import type { AreaT } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $draft, type Draft, saveDraft } from '../state.ts';
import { Group } from './FormRow.tsx';
import { StoryFinder } from './StoryFinder.tsx';

export interface OfferedStory extends BookReference {
  readonly author: string;
  readonly cover: string;
}

const NO_STORIES: Pick<Draft, 'found' | 'books'> = { found: [], books: [] };

interface StoriesProps {
  readonly offered: readonly OfferedStory[];
  /** Address of the picture shown if a cover fails to load. */
  readonly defaultCover: string;
  readonly wrong: boolean;
  readonly t: AreaT<'translator'>;
  readonly paths: Paths;
  /** BCP 47 tag of the page. */
  readonly tag: string;
}

/** The stories to choose from: those that the page offers, and those that the visitor found by title. */
export function Stories({ offered, defaultCover, wrong, t, paths, tag }: StoriesProps) {
  const { found, books } = useStored($draft, NO_STORIES);
  const searchedStories = found.filter(({ id }) => offered.every((story) => story.id !== id));
  const add = (book: BookReference) => {
    const draft = $draft.get();
    const isListed = [...offered, ...draft.found].some(({ id }) => id === book.id);
    saveDraft({
      found: isListed ? draft.found : [...draft.found, book],
      books: [...new Set([...draft.books, book.id])],
    });
    const field = document.querySelector<HTMLInputElement>(`[name="books"][value="${book.id}"]`);
    if (field) field.checked = true;
  };
  return (
    <Group field="books" wrong={wrong} t={t}>
      <ul className="stories">
        {offered.map(({ id, title, language, author, cover }) => (
          <li key={id}>
            <label className="story">
              <input type="checkbox" name="books" value={id} />
              <Thumbnail src={cover} fallback={defaultCover} width={40} />
              <span>
                <strong {...bookText(title, language, tag)}>{title}</strong>{' '}
                <small {...nameText(author, language, tag)}>{author}</small>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {searchedStories.length > 0 && (
        <ul className="choices">
          {searchedStories.map(({ id, title, language }) => (
            <li key={id}>
              <label className="choice">
                <input type="checkbox" name="books" value={id} defaultChecked={books.includes(id)} />
                <span {...bookText(title, language, tag)}>{title}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
      <StoryFinder t={t} paths={paths} tag={tag} onFound={add} />
    </Group>
  );
}
