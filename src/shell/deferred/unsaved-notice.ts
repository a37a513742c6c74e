import { storageFault } from '#src/lib/storage-fault.ts';

/** How long the notice is shown: enough time to read three sentences. */
const SHOWN_MS = 12_000;
/** Kinds of data that are written repeatedly while reading or typing. Each is reported once per page. */
const ONCE = new Set(['place', 'download', 'draft']);

const shown = new Set<string>();
let hiding: ReturnType<typeof setTimeout> | undefined;

/**
 * Shows which data will be lost, why, and what the visitor can do. The page contains the texts
 * (src/shell/frame/Notices.astro).
 */
export function showUnsaved(part: string): void {
  const notice = document.querySelector<HTMLElement>('[data-notice="unsaved"]');
  if (!notice || (ONCE.has(part) && shown.has(part))) return;
  shown.add(part);
  const { [storageFault(() => localStorage)]: reason = '', [part]: what = '' } = notice.dataset;
  notice.textContent = reason.replace('{what}', what);
  notice.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    notice.hidden = true;
  }, SHOWN_MS);
}
