import { useLayoutEffect, useRef } from 'react';
import { Dialog } from '#src/shell/island/Dialog.tsx';
import type { AreaT } from '#src/shell/island/use-island.ts';
import { $reported, type ReportedPassage } from '../state/reader-panels.ts';
import { beginReport } from './report-form.ts';
import { reportForm } from './reported.ts';

interface ReportDialogProps {
  readonly t: AreaT<'reader'>;
  readonly reported: ReportedPassage;
}

/** A dialog with the page's report form. */
export function ReportDialog({ t, reported }: ReportDialogProps) {
  return (
    <Dialog title={t('report')} closeLabel={t('close')} onClose={() => $reported.set(null)}>
      <BorrowedForm reported={reported} />
    </Dialog>
  );
}

/** Moves the form from below the chapter into the dialog, and back on unmount. */
function BorrowedForm({ reported }: Pick<ReportDialogProps, 'reported'>) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const form = reportForm();
    const parent = form?.parentElement;
    if (!form || !parent) return;
    beginReport(form, reported);
    // The fields were excluded from the tab order while they were below the text (tab-stops.ts).
    for (const field of form.querySelectorAll(':is(a, button, select, textarea)[tabindex]'))
      field.removeAttribute('tabindex');
    place.current?.append(form);
    return () => parent.append(form);
  }, [reported]);
  return <div ref={place} />;
}
