import { type MouseEvent, useState } from 'react';
import { type Mark, QUOTE_LENGTH } from '#src/contract/entities/marks.ts';
import { lookUpFromNotebook, storeLookUp } from '#src/features/reader/links/state.ts';
import { markPath } from '#src/features/reader/marks/share.ts';
import { bookText } from '#src/lib/book-text.ts';
import { formatTime } from '#src/lib/format-time.ts';
import { Icon } from '#src/shell/island/Icon.tsx';
import { isPlain } from '#src/shell/island/plain-click.ts';
import { EditNote } from './EditNote.tsx';
import { Matches } from './Matches.tsx';
import type { NotebookIsland, NotebookT } from './props.ts';
import { editId, passageId } from './use-focus.ts';

interface NoteProps {
  readonly island: NotebookIsland;
  readonly mark: Mark;
  readonly words: string;
  /** Whether the address names this mark. */
  readonly isHere: boolean;
  readonly isEdited: boolean;
  readonly onEdit: () => void;
  readonly onEdited: () => void;
  readonly onRemove: () => void;
}

/** A mark: the passage, which links to its place in the book, and the note. */
export function Note(props: NoteProps) {
  const { island, mark, words, isHere, isEdited, onEdit, onEdited, onRemove } = props;
  const { t, tag, paths } = island;
  const { id, book, text, note, created_at } = mark;
  const colour = mark.kind === 'highlight' ? mark.colour : undefined;
  const open = (event: MouseEvent) => {
    if (!isPlain(event)) return;
    // Adds the mark to the address, so that the back button returns to this mark.
    history.replaceState(history.state, '', paths.notebook(book.id, id));
    storeLookUp(lookUpFromNotebook(mark));
  };
  return (
    <li className="note" data-colour={colour} data-here={isHere ? '' : undefined}>
      <a id={passageId(id)} className="note-passage" href={markPath(paths, mark)} onClick={open}>
        <span className="said">{colour ? t(`colour-${colour}`) : t('bookmark')}: </span>
        <span className="note-quote" {...bookText(text, book.language, tag)}>
          <Matches text={text.length < QUOTE_LENGTH ? text : `${text}…`} words={words} />
        </span>
      </a>
      {isEdited ? (
        <EditNote t={t} mark={mark} onDone={onEdited} />
      ) : (
        <>
          {note !== '' && <NoteText t={t} text={note} words={words} />}
          <div className="note-foot">
            {!colour && <Icon name="bookmark" />}
            <time dateTime={created_at}>{formatTime(created_at, tag, { dateStyle: 'medium' })}</time>
            <button
              id={editId(id)}
              type="button"
              className="tool"
              aria-label={t('mark-edit')}
              aria-describedby={passageId(id)}
              onClick={onEdit}
            >
              <Icon name="pencil" />
            </button>
            <button
              type="button"
              className="tool"
              aria-label={t('mark-delete')}
              aria-describedby={passageId(id)}
              onClick={onRemove}
            >
              <Icon name="trash" />
            </button>
          </div>
        </>
      )}
    </li>
  );
}

/** Maximum length of a note that is shown in full. Longer notes are collapsed, except during a search. */
const MAX_UNFOLDED_CHARACTERS = 400;

function NoteText({ t, text, words }: { readonly t: NotebookT; readonly text: string; readonly words: string }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > MAX_UNFOLDED_CHARACTERS || text.split('\n').length > 8;
  const isFolded = isLong && !isOpen && words.trim() === '';
  return (
    <>
      <p className="note-text" dir="auto" data-folded={isFolded ? '' : undefined}>
        <Matches text={text} words={words} />
      </p>
      {isLong && words.trim() === '' && (
        <button type="button" className="note-more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'shorter' : 'longer')}
        </button>
      )}
    </>
  );
}
