import type { BookReference } from '#src/contract/entities/book.ts';
import { SLOT } from '#src/lib/book-text.ts';
import { BookPhrase } from '#src/shell/island/BookPhrase.tsx';
import { Dialog } from '#src/shell/island/Dialog.tsx';
import type { AreaT } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $listEntries, $lists } from '#src/shell/state/local-storage.ts';
import { createList, setListed } from '../state/lists.ts';
import { ListNameForm } from './ListNameForm.tsx';
import { namedLists } from './shelf-lists.ts';

interface ListsDialogProps {
  readonly t: AreaT<'account'>;
  /** BCP 47 tag of the page. */
  readonly tag: string;
  readonly book: BookReference;
  readonly onClose: () => void;
}

/** A dialog to select the lists that contain a book. */
export function ListsDialog({ t, tag, book, onClose }: ListsDialogProps) {
  const lists = useStored($lists, []);
  const listed = useStored($listEntries, []);
  const isIn = (id: string) => listed.some((entry) => entry.list === id && entry.book_id === book.id);
  const create = (name: string) => {
    const id = createList(name);
    if (id !== undefined) setListed(id, book.id, true);
  };
  return (
    <Dialog
      title={<BookPhrase text={t('lists-of', { title: SLOT })} value={book.title} language={book.language} tag={tag} />}
      closeLabel={t('close')}
      onClose={onClose}
    >
      <ul className="list-choices">
        {namedLists(t, lists).map(({ id, name }) => (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                checked={isIn(id)}
                onChange={({ currentTarget }) => setListed(id, book.id, currentTarget.checked)}
              />
              <span dir="auto">{name}</span>
            </label>
          </li>
        ))}
      </ul>
      <ListNameForm t={t} action={t('new-list')} onName={create} />
    </Dialog>
  );
}
