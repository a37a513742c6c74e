import { lazy, Suspense, useEffect, useState } from 'react';
import { useStored } from '#src/shell/island/use-stored.ts';
import type { PanelProps } from '../island/panel.ts';
import { noteOf } from '../links/book-link.ts';
import { followLink, listenForBack } from '../links/follow-link.ts';
import { LookUpPrompt } from '../links/LookUpPrompt.tsx';
import { $panel, $reported } from '../state/reader-panels.ts';
import { type ClickTarget, listenForTextClicks } from './clicks.ts';
import { sharpenOnZoom } from './picture-forms.ts';
import { followVertical, makePicturesButtons, onArrival, onFirstSelection, showMarksWhenAny } from './text-features.ts';
import { followWideTables } from './wide-tables.ts';

const SelectionTools = lazy(async () => ({ default: (await import('../marks/SelectionTools.tsx')).SelectionTools }));
const MarkEditor = lazy(async () => ({ default: (await import('../marks/MarkEditor.tsx')).MarkEditor }));
const ListenBar = lazy(async () => ({ default: (await import('../listen/ListenBar.tsx')).ListenBar }));
const Footnote = lazy(async () => ({ default: (await import('./Footnote.tsx')).Footnote }));
const ReportDialog = lazy(async () => ({ default: (await import('../report/ReportDialog.tsx')).ReportDialog }));
const Picture = lazy(async () => ({ default: (await import('./Picture.tsx')).Picture }));

/** Tools for the text; each tool is loaded on first use. */
export function TextTools(props: PanelProps) {
  const { island, book, language } = props;
  const { t } = island;
  const [selects, setSelects] = useState(false);
  const [listens, setListens] = useState(false);
  const [marks, setMarks] = useState(false);
  const [opened, setOpened] = useState<ClickTarget | null>(null);
  const panel = useStored($panel, null);
  const reported = useStored($reported, null);

  useEffect(() => onFirstSelection(() => setSelects(true)), []);
  useEffect(() => showMarksWhenAny(book.id), [book.id]);
  useEffect(() => followVertical(), []);
  useEffect(() => makePicturesButtons(t('picture-open')), [t]);
  useEffect(() => sharpenOnZoom(), []);
  useEffect(() => followWideTables(), []);
  useEffect(() => onArrival({ onListen: () => setListens(true), lost: t('mark-moved') }), [t]);
  useEffect(() => listenForTextClicks((target) => void openTarget(target, book.id).then(setOpened)), [book.id]);
  useEffect(() => listenForBack(), []);
  useEffect(() => {
    if (panel === 'listen') setListens(true);
    if (panel === 'marks') setMarks(true);
  }, [panel]);

  // A note's close event may arrive late. It must not close a note or picture that was opened meanwhile.
  const close = () => setOpened((now) => (now === opened ? null : now));
  return (
    <Suspense fallback={null}>
      <LookUpPrompt island={island} language={language} />
      {selects && <SelectionTools {...props} />}
      {(selects || marks || opened?.kind === 'mark') && <MarkEditor island={island} />}
      {listens && <ListenBar {...props} />}
      {opened?.kind === 'note' && <Footnote t={t} target={opened.target} onClose={close} />}
      {reported && <ReportDialog t={t} reported={reported} />}
      {opened?.kind === 'picture' && <Picture t={t} image={opened.image} onClose={close} />}
    </Suspense>
  );
}

/**
 * If the clicked link refers to a note, returns the note; otherwise follows the link. Returns other targets unchanged.
 */
async function openTarget(target: ClickTarget, bookId: number): Promise<ClickTarget | null> {
  if (target.kind !== 'link') return target;
  const note = await noteOf(target.link);
  if (note) return { kind: 'note', target: note };
  followLink(target.link, bookId);
  return null;
}
