import type { MouseEvent } from 'react';
import type { Mark } from '#src/contract/entities/marks.ts';
import { bookText } from '#src/lib/book-text.ts';
import { Icon } from '#src/shell/island/Icon.tsx';
import type { Island } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { closePanels } from '../state/reader-panels.ts';
import { jumpToMark } from './mark-ranges.ts';
import { markPath } from './share.ts';
import { $lostMarks } from './state.ts';

interface MarkRowProps {
  readonly island: Island<'reader'>;
  readonly mark: Mark;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * A mark in the list. Its link scrolls to the marked place if its chapter is in the page, and otherwise opens the
 * chapter.
 */
export function MarkRow({ island: { t, paths, tag }, mark, onEdit, onRemove }: MarkRowProps) {
  const isLost = useStored($lostMarks, NONE).has(mark.id);
  const { kind, book, text, note, created_at } = mark;
  const jump = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !jumpToMark(mark)) return;
    event.preventDefault();
    closePanels();
  };
  return (
    <li className="mark" data-colour={mark.kind === 'highlight' ? mark.colour : undefined}>
      <a href={markPath(paths, mark)} onClick={jump}>
        <span className="mark-kind">{t(kind)}</span>
        <span className="mark-text" {...bookText(text, book.language, tag)}>
          {text}
        </span>
        {note !== '' && (
          <span className="mark-note" dir="auto">
            {note}
          </span>
        )}
        {isLost && <span className="mark-moved">{t('mark-moved')}</span>}
        <time dateTime={created_at}>
          {new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }).format(Date.parse(created_at))}
        </time>
      </a>
      <button type="button" className="tool" aria-label={t('mark-edit')} onClick={onEdit}>
        <Icon name="pencil" />
      </button>
      <button type="button" className="tool" aria-label={t('mark-delete')} onClick={onRemove}>
        <Icon name="trash" />
      </button>
    </li>
  );
}
