import { CHAPTER_EVENT } from '#src/shell/state/browser-events.ts';
import { withStablePosition } from '../position/anchor.ts';

/** Minimum number of characters of a cell that contains prose rather than a name or a number. */
const PROSE_LENGTH = 30;

/**
 * Makes tables that are wider than the text column readable: the keyboard can scroll them, and columns of prose become
 * wider.
 */
export function followWideTables(): () => void {
  const sizes = new ResizeObserver((entries) => {
    const tables = entries.map(({ target }) => target).filter((target) => target instanceof HTMLTableElement);
    if (tables.some((table) => table.isConnected)) withStablePosition(() => tables.forEach(markIfWide));
  });
  const observed = new WeakSet<Element>();
  const watch = () => {
    for (const table of document.querySelectorAll<HTMLTableElement>('.reader-text table')) {
      if (observed.has(table)) continue;
      observed.add(table);
      sizes.observe(table);
    }
  };
  watch();
  document.addEventListener(CHAPTER_EVENT, watch);
  return () => {
    sizes.disconnect();
    document.removeEventListener(CHAPTER_EVENT, watch);
  };
}

function markIfWide(table: HTMLTableElement): void {
  // Both attributes change the width of the table, so they are removed before it is measured.
  delete table.dataset['wide'];
  delete table.dataset['breaks'];
  table.removeAttribute('tabindex');
  if (!isWide(table)) return;
  for (const cell of table.querySelectorAll<HTMLTableCellElement>('td, th'))
    if (cell.textContent.trim().length > PROSE_LENGTH) cell.dataset['prose'] = '';
  // First allows breaks in long words of prose, because they may be the only reason why the table is too wide.
  table.dataset['breaks'] = '';
  if (!isWide(table)) return;
  delete table.dataset['breaks'];
  table.dataset['wide'] = '';
  table.tabIndex = 0;
}

const isWide = (table: HTMLTableElement): boolean => table.scrollWidth > table.clientWidth + 1;
