import { type FormEvent, useState } from 'react';
import { type Mark, NOTE_LENGTH, type StoredMark } from '#src/contract/entities/marks.ts';
import { bookText } from '#src/lib/book-text.ts';
import { Dialog } from '#src/shell/island/Dialog.tsx';
import type { AreaT, Island } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $marks } from '#src/shell/state/local-storage.ts';
import { MarkColours } from './MarkColours.tsx';
import { $editedMark, changeMark, markWithId, removeMark } from './state.ts';

const NONE: readonly StoredMark[] = [];
const close = () => $editedMark.set(null);

/** A dialog that edits the note and colour of a mark. */
export function MarkEditor({ island: { t, tag } }: { readonly island: Island<'reader'> }) {
  const id = useStored($editedMark, null);
  const mark = markWithId(useStored($marks, NONE), id);
  if (!mark) return null;
  return (
    <Dialog title={t(mark.kind)} closeLabel={t('close')} onClose={close}>
      <EditForm key={mark.id} mark={mark} t={t} tag={tag} />
    </Dialog>
  );
}

interface EditFormProps {
  readonly mark: Mark;
  readonly t: AreaT<'reader'>;
  /** BCP 47 tag of the page. */
  readonly tag: string;
}

function EditForm({ mark, t, tag }: EditFormProps) {
  const [note, setNote] = useState(mark.note);
  const save = (event: FormEvent) => {
    event.preventDefault();
    changeMark(mark.id, { note: note.trim() });
    close();
  };
  const remove = () => {
    removeMark(mark.id);
    close();
  };
  return (
    <form className="mark-form" onSubmit={save}>
      <blockquote {...bookText(mark.text, mark.book.language, tag)}>{mark.text}</blockquote>
      {mark.kind === 'highlight' && (
        <MarkColours t={t} chosen={mark.colour} onChoose={(colour) => changeMark(mark.id, { colour })} />
      )}
      <label className="field">
        <span>{t('note')}</span>
        <textarea
          rows={4}
          dir="auto"
          maxLength={NOTE_LENGTH}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </label>
      <div className="mark-form-ends">
        <button type="button" className="button button-quiet" onClick={remove}>
          {t('mark-delete')}
        </button>
        <button type="submit" className="button">
          {t('save')}
        </button>
      </div>
    </form>
  );
}
