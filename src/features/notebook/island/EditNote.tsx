import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type Mark, NOTE_LENGTH } from '#src/contract/entities/marks.ts';
import { MarkColours } from '#src/features/reader/marks/MarkColours.tsx';
import { changeMark } from '#src/features/reader/marks/state.ts';
import type { NotebookT } from './props.ts';

interface EditNoteProps {
  readonly t: NotebookT;
  readonly mark: Mark;
  readonly onDone: () => void;
}

/** A form in the list that edits a mark's note and colour. Escape cancels. */
export function EditNote({ t, mark, onDone }: EditNoteProps) {
  const before = mark.kind === 'highlight' ? mark.colour : undefined;
  const [note, setNote] = useState(mark.note);
  const [colour, setColour] = useState(before);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(NOTE_LENGTH, NOTE_LENGTH);
  }, []);
  const save = (event: FormEvent) => {
    event.preventDefault();
    changeMark(mark.id, { note: note.trim(), ...(colour ? { colour } : {}) });
    onDone();
  };
  const cancel = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onDone();
  };
  return (
    <form className="mark-form note-form" onSubmit={save} onKeyDown={cancel}>
      <label className="field">
        <span>{t('note')}</span>
        <textarea
          ref={field}
          dir="auto"
          rows={3}
          maxLength={NOTE_LENGTH}
          placeholder={t('no-note')}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </label>
      {colour && <MarkColours t={t} chosen={colour} onChoose={setColour} />}
      <div className="mark-form-ends">
        <button type="button" className="button button-quiet" onClick={onDone}>
          {t('cancel')}
        </button>
        <button type="submit" className="button">
          {t('save')}
        </button>
      </div>
    </form>
  );
}
