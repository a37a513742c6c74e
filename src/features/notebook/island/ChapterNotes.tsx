import { useState } from 'react';
import type { Mark } from '#src/contract/entities/marks.ts';
import { bookText } from '#src/lib/book-text.ts';
import { marksByChapter } from '../state/notebook.ts';
import { Note } from './Note.tsx';
import type { NotebookIsland } from './props.ts';
import { editId, useFocusAfterRender } from './use-focus.ts';

interface ChapterNotesProps {
  readonly island: NotebookIsland;
  readonly marks: readonly Mark[];
  /** The search words to highlight in the text. */
  readonly words: string;
  /** Id of the mark that the address names. */
  readonly arrival: string | null;
  readonly remove: (mark: Mark) => void;
}

/** The marks under the titles of their chapters. Only one mark is edited at a time. */
export function ChapterNotes({ island, marks, words, arrival, remove }: ChapterNotesProps) {
  const [edited, edit] = useState<string | null>(null);
  const focusOn = useFocusAfterRender();
  const finish = (mark: Mark) => {
    focusOn(editId(mark.id));
    edit(null);
  };
  return marksByChapter(marks).map((chapter) => (
    <section key={chapter.id} className="notebook-chapter" aria-labelledby={`chapter-${chapter.id}`}>
      <h3 id={`chapter-${chapter.id}`} {...bookText(chapter.title, chapter.marks[0]?.book.language, island.tag)}>
        {chapter.title}
      </h3>
      <ul>
        {chapter.marks.map((mark) => (
          <Note
            key={mark.id}
            island={island}
            mark={mark}
            words={words}
            isHere={mark.id === arrival}
            isEdited={mark.id === edited}
            onEdit={() => edit(mark.id)}
            onEdited={() => finish(mark)}
            onRemove={() => remove(mark)}
          />
        ))}
      </ul>
    </section>
  ));
}
