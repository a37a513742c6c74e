import { useState } from 'react';
import { Icon } from '#src/shell/island/Icon.tsx';
import type { Undo } from '#src/shell/island/UndoBar.tsx';
import type { AreaT } from '#src/shell/island/use-island.ts';
import { createList, deleteList, renameList, restoreList } from '../state/lists.ts';
import { ListNameForm } from './ListNameForm.tsx';
import type { NamedList } from './shelf-lists.ts';

interface ListBarProps {
  readonly t: AreaT<'account'>;
  readonly lists: readonly NamedList[];
  /** Number of books in each list, by the list's id. */
  readonly counts: ReadonlyMap<string, number>;
  /** Id of the selected list; null for the whole shelf. */
  readonly chosen: string | null;
  readonly choose: (id: string | null) => void;
  readonly offer: (undo: Undo) => void;
}

/** Buttons that select the list to show. Visitors can create, rename and delete their own lists. */
export function ListBar({ t, lists, counts, chosen, choose, offer }: ListBarProps) {
  const [naming, setNaming] = useState<'new' | 'rename' | null>(null);
  const current = lists.find(({ id }) => id === chosen);

  const name = (text: string) => {
    if (naming === 'rename' && current) renameList(current.id, text);
    else choose(createList(text) ?? null);
    setNaming(null);
  };
  const drop = (list: NamedList) => {
    const deleted = deleteList(list.id);
    choose(null);
    if (deleted) offer({ title: list.name, run: () => restoreList(deleted) });
  };
  const toggle = (what: 'new' | 'rename') => setNaming(naming === what ? null : what);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, these are buttons. */}
      <div className="chips list-bar" role="group" aria-label={t('lists')}>
        {[{ id: null, name: t('list-all') }, ...lists].map(({ id, name: text }) => (
          <button key={id} type="button" className="chip" aria-pressed={chosen === id} onClick={() => choose(id)}>
            <bdi>{text}</bdi>
            {id !== null && counts.has(id) && <small>{counts.get(id)}</small>}
          </button>
        ))}
        <button type="button" className="chip" aria-expanded={naming === 'new'} onClick={() => toggle('new')}>
          <Icon name="plus" />
          {t('new-list')}
        </button>
      </div>
      {current?.own && (
        <p className="list-ways">
          <button type="button" aria-expanded={naming === 'rename'} onClick={() => toggle('rename')}>
            {t('rename-list')}
          </button>
          <button type="button" onClick={() => drop(current)}>
            {t('delete-list')}
          </button>
        </p>
      )}
      {naming && (
        <ListNameForm
          key={naming}
          t={t}
          action={t(naming === 'new' ? 'new-list' : 'rename-list')}
          initial={naming === 'rename' ? (current?.name ?? '') : ''}
          onName={name}
        />
      )}
    </>
  );
}
