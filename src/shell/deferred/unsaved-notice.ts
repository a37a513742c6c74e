import { storageFault } from '#src/lib/storage-fault.ts';

/** How long the notice is shown: enough time to read three sentences. */
const SHOWN_MS = 12_000;
/** Kinds of data that are written repeatedly while reading or typing. Each is reported once per page. */
const ONCE = new Set(['place', 'download', 'draft']);

const shown = new Set<string>();
/** The kinds of data that the visible notice names. */
const named = new Set<string>();
let hiding: ReturnType<typeof setTimeout> | undefined;

/**
 * Shows a notice that names the data that will be lost, the reason, and what the visitor can do. The page contains the
 * texts (src/shell/frame/Notices.astro).
 */
export function showUnsaved(parts: readonly string[]): void {
  const notice = document.querySelector<HTMLElement>('[data-notice="unsaved"]');
  const added = parts.filter((part) => !ONCE.has(part) || !shown.has(part));
  if (added.length === 0) forget();
  if (!notice || added.length === 0) return;
  for (const part of added) {
    shown.add(part);
    named.add(part);
  }
  const { [storageFault(() => localStorage)]: reason = '' } = notice.dataset;
  const list = new Intl.ListFormat(document.documentElement.lang).format(
    [...named].map((part) => notice.dataset[part] ?? ''),
  );
  notice.textContent = reason.replace('{what}', list);
  notice.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    notice.hidden = true;
    named.clear();
    forget();
  }, SHOWN_MS);
}

/**
 * Removes the attribute `data-unsaved` when the notice names nothing, so that the next page does not show it again
 * (first-use.ts).
 */
function forget(): void {
  if (named.size === 0) delete document.documentElement.dataset['unsaved'];
}
