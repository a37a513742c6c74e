import PictureIcon from '@mui/icons-material/ImageOutlined';
import LinkIcon from '@mui/icons-material/InsertLink';
import NoteIcon from '@mui/icons-material/StickyNote2Outlined';
import RubyIcon from '@mui/icons-material/TranslateOutlined';
import type { Editor } from '@tiptap/core';
import type { Command } from '@tiptap/pm/state';
import { useWatch } from 'react-hook-form';
import type { InsertState } from './editor-state.ts';
import { LinkDialog } from './LinkDialog.tsx';
import { type Inserted, linkAt, readingAt, setLink, setReading } from './links.ts';
import { insertNote } from './notes.ts';
import { PictureDialog } from './PictureDialog.tsx';
import { describePicture, insertPicture, pictureAt } from './pictures.ts';
import { TextDialog } from './TextDialog.tsx';
import { Tool } from './Tool.tsx';

interface Props {
  readonly editor: Editor;
  readonly state: InsertState;
  /** The open dialog. */
  readonly dialog: Inserted | undefined;
  readonly onDialog: (dialog: Inserted | undefined) => void;
}

/** Buttons for notes, links, readings and pictures, with their dialogs. */
export function InsertTools({ editor, state, dialog, onDialog }: Props) {
  const book = useWatch({ name: 'book_id' }) as number | undefined;
  const run = (command: Command) => command(editor.state, editor.view.dispatch);
  const shared = { onClose: () => onDialog(undefined), onClosed: () => editor.view.focus() };
  const picture = pictureAt(editor.state);
  return (
    <>
      <Tool
        label={state.isInNote ? 'Back to the reference' : 'Note'}
        keys="Mod-Alt-n"
        isOn={state.isInNote}
        onClick={() => {
          run(insertNote);
          editor.view.focus();
        }}
      >
        <NoteIcon />
      </Tool>
      <Tool
        label="Link"
        keys="Mod-k"
        isOn={state.isLink}
        isOff={!state.isLink && !state.hasSelection}
        onClick={() => onDialog('link')}
      >
        <LinkIcon />
      </Tool>
      <Tool
        label="Reading (ruby)"
        keys="Mod-Alt-r"
        isOn={state.isRuby}
        isOff={!state.isRuby && !state.hasSelection}
        onClick={() => onDialog('reading')}
      >
        <RubyIcon />
      </Tool>
      <Tool label="Picture" keys="Mod-Alt-i" isOn={state.isPicture} onClick={() => onDialog('picture')}>
        <PictureIcon />
      </Tool>
      {dialog === 'link' && (
        <LinkDialog
          {...shared}
          book={book}
          initial={linkAt(editor.state)}
          onSave={(address) => run(setLink(address))}
        />
      )}
      {dialog === 'reading' && (
        <TextDialog
          {...shared}
          title="Reading"
          label="Reading of the selected characters"
          helperText="Shown above the characters, for example かんじ above 漢字"
          initial={readingAt(editor.state)}
          isValid={(text) => text !== ''}
          onSave={(reading) => run(setReading(reading))}
        />
      )}
      {dialog === 'picture' &&
        (picture ? (
          <TextDialog
            {...shared}
            title="Picture"
            label="Description"
            helperText="What the picture shows, for readers who cannot see it"
            initial={picture.attrs['alt'] ?? ''}
            isValid={() => true}
            onSave={(alt) => run(describePicture(picture.pos, alt))}
          />
        ) : (
          <PictureDialog
            {...shared}
            book={book}
            onInsert={(chosen, alt, caption) => run(insertPicture({ ...chosen, alt }, caption))}
          />
        ))}
    </>
  );
}
