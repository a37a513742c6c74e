import { useEffect } from 'react';
import type { Answer } from '../../contract/answers.ts';
import { call } from '../providers/http.ts';
import { booksOfDrafts, deleteDraftsOfBooks } from './drafts.ts';

/** Maximum number of books per request; the oldest drafts expire anyway. */
const MAX_BOOKS = 50;

/** Deletes the drafts of books that were taken down, when the admin is opened. */
export function useDraftCleanUp(): void {
  useEffect(() => {
    const books = booksOfDrafts().slice(0, MAX_BOOKS);
    if (books.length === 0) return;
    call<Answer<readonly number[]>>(`taken-down-books?ids=${books.join()}`)
      .then(({ data }) => deleteDraftsOfBooks(data))
      // The next start tries again.
      .catch(() => undefined);
  }, []);
}
