import { storageFault } from '#src/lib/storage-fault.ts';

/** Enough time to read three sentences. */
const SHOWN_MS = 12_000;
/** Parts that are written repeatedly while reading or typing: one message per page. */
const ONCE = new Set(['place', 'download', 'draft']);

const shown = new Set<string>();
let hiding: ReturnType<typeof setTimeout> | undefined;

/** Shows what will be lost, why, and what to do. The texts are in the page (src/shell/frame/Notices.astro). */
export function showUnsaved(part: string): void {
  const words = document.querySelector<HTMLElement>('[data-notice="unsaved"]');
  if (!words || (ONCE.has(part) && shown.has(part))) return;
  shown.add(part);
  const { [storageFault(() => localStorage)]: reason = '', [part]: what = '' } = words.dataset;
  words.textContent = reason.replace('{what}', what);
  words.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    words.hidden = true;
  }, SHOWN_MS);
}
