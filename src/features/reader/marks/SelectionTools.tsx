import { type KeyboardEvent, useEffect, useRef } from 'react';
import { MARK_COLOURS, type MarkColour } from '#src/contract/entities/marks.ts';
import { Icon } from '#src/shell/island/Icon.tsx';
import { $marks } from '#src/shell/state/local-storage.ts';
import { toast } from '#src/shell/state/messages.ts';
import type { PanelProps } from '../island/panel.ts';
import { reportedPassage, reportForm } from '../report/reported.ts';
import { $reported } from '../state/reader-panels.ts';
import { LookUpTools } from './LookUpTools.tsx';
import { type ChapterSelection, passageOf } from './selection.ts';
import { sharePassage } from './share.ts';
import { $editedMark, addHighlight, latestColour } from './state.ts';
import { moveWithArrows, placeBeside } from './toolbar.ts';
import { useSelection } from './use-selection.ts';

/** A toolbar next to the selected text. It does not change the browser's selection or menu. */
export function SelectionTools(props: PanelProps) {
  const { t } = props.island;
  const [selected, clear] = useSelection();
  return (
    <>
      <p className="said" role="status">
        {selected && t('selection-hint')}
      </p>
      {selected && <Toolbar {...props} selected={selected} clear={clear} />}
    </>
  );
}

interface ToolbarProps extends PanelProps {
  readonly selected: ChapterSelection;
  readonly clear: () => void;
}

function Toolbar({ island, book, language, lookup, selected, clear }: ToolbarProps) {
  const { t, paths } = island;
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => (bar.current ? placeBeside(bar.current, selected.range) : undefined), [selected]);
  useTabInto(bar);

  const passage = passageOf(book, selected);
  const mark = (colour: MarkColour) => {
    const highlight = addHighlight({ ...passage, colour });
    if (!highlight) toast(t('marks-full'));
    clear();
    return highlight;
  };
  const note = () => $editedMark.set(mark(latestColour($marks.get()))?.id ?? null);
  const share = async () => {
    if (await sharePassage(paths, { ...passage, text: selected.text })) toast(t('quote-copied'));
  };
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') clear();
    moveWithArrows(event);
  };

  return (
    // Handles pointer events, so that clicks on the toolbar do not clear the selection.
    <div
      ref={bar}
      className="selection-tools"
      role="toolbar"
      aria-label={t('selection-tools')}
      onPointerDown={(event) => event.preventDefault()}
      onKeyDown={keys}
    >
      {MARK_COLOURS.map((colour) => (
        <button
          key={colour}
          type="button"
          className="mark-colour"
          data-colour={colour}
          aria-label={`${t('highlight')}: ${t(`colour-${colour}`)}`}
          onClick={() => mark(colour)}
        />
      ))}
      <button type="button" aria-label={t('note')} onClick={note}>
        <Icon name="pencil" />
      </button>
      <button type="button" aria-label={t('share-quote')} onClick={() => void share()}>
        <Icon name="share" />
      </button>
      <LookUpTools island={island} lookup={lookup} language={language} text={selected.text} />
      {reportForm() && (
        <button
          type="button"
          aria-label={t('report')}
          onClick={() => $reported.set(reportedPassage(selected.article, selected.text))}
        >
          <Icon name="flag" />
        </button>
      )}
    </div>
  );
}

const isAroundSelection = (element: Element | null): boolean =>
  element?.contains(getSelection()?.anchorNode ?? null) ?? false;

/** Makes Tab move from the selected text to the toolbar. */
function useTabInto(bar: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Tab' || event.shiftKey || !isAroundSelection(document.activeElement)) return;
      event.preventDefault();
      bar.current?.querySelector<HTMLElement>('button')?.focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [bar]);
}
