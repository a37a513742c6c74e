import { useId } from 'react';
import type { BookReference } from '#src/contract/entities/book.ts';
import { MARK_COLOURS, type Mark, type MarkColour } from '#src/contract/entities/marks.ts';
import { markPath } from '#src/features/reader/marks/share.ts';
import { Icon } from '#src/shell/island/Icon.tsx';
import { saveFile } from '#src/shell/island/save-file.ts';
import { platform } from '#src/shell/state/platform.ts';
import { NOTEBOOK_FORMATS, type NotebookFormat, notebookFile } from '../state/notebook-file.ts';
import type { NotebookIsland } from './props.ts';

interface SaveNotebookProps {
  readonly island: NotebookIsland;
  readonly book: BookReference;
  /** All marks of the book, including those that the search or filter hides. */
  readonly marks: readonly Mark[];
}

/**
 * Buttons that save the notebook as a file, and a link to export the whole library. The file is created in the browser,
 * so saving works offline.
 */
export function SaveNotebook({ island, book, marks }: SaveNotebookProps) {
  const { t, tag, paths } = island;
  const label = useId();
  const names: Readonly<Record<NotebookFormat, string>> = { md: 'Markdown', txt: t('plain-text'), json: 'JSON' };
  const words = {
    tag,
    notebook: t('title'),
    bookmark: t('bookmark'),
    note: t('note'),
    open: t('open'),
    colours: Object.fromEntries(MARK_COLOURS.map((colour) => [colour, t(`colour-${colour}`)])) as Record<
      MarkColour,
      string
    >,
    addressOf: (mark: Mark) => platform().origin() + markPath(paths, mark),
  };
  return (
    <details className="notebook-save">
      <summary id={label}>
        <Icon name="download" />
        {t('save-as')}
      </summary>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, these are buttons. */}
      <div className="chips chips-wrap" role="group" aria-labelledby={label}>
        {NOTEBOOK_FORMATS.map((format) => (
          <button
            key={format}
            type="button"
            className="chip"
            onClick={() => saveFile(notebookFile(format, book, marks, words))}
          >
            {names[format]}
          </button>
        ))}
      </div>
      <a className="plain-link" href={`${paths.history()}#manage`}>
        {t('whole-library')}
      </a>
    </details>
  );
}
