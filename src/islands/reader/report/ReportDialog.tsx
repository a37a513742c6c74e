import { useLayoutEffect, useRef } from 'react';
import { $reported, type ReportedPassage } from '#src/stores/reader-panels.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import type { AreaT } from '../../ui/use-island.ts';
import { beginReport } from './report-form.ts';
import { reportForm } from './reported.ts';

interface ReportDialogProps {
  readonly t: AreaT<'reader'>;
  readonly reported: ReportedPassage;
}

/** The page's form of a report, beside the text for as long as it is open. */
export function ReportDialog({ t, reported }: ReportDialogProps) {
  return (
    <Dialog title={t('report')} closeLabel={t('close')} onClose={() => $reported.set(null)}>
      <BorrowedForm reported={reported} />
    </Dialog>
  );
}

/** Takes the form out of its place below the chapter, and puts it back there. */
function BorrowedForm({ reported }: Pick<ReportDialogProps, 'reported'>) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const form = reportForm();
    const home = form?.parentElement;
    if (!form || !home) return;
    beginReport(form, reported);
    // Far below the text they were no stops (tab-stops.ts).
    for (const field of form.querySelectorAll(':is(a, button, select, textarea)[tabindex]'))
      field.removeAttribute('tabindex');
    place.current?.append(form);
    return () => home.append(form);
  }, [reported]);
  return <div ref={place} />;
}
