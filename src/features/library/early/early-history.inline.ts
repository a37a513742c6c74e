import { islandProps } from '#src/shell/island/early/island-props.ts';
import { type HistoryProps, historyRows } from './history-rows.ts';

// Shows the books of the history before React has loaded, in place of the skeleton of the island YourBooks. When the island
// shows its own list, this one is removed; focus and clicks on buttons are passed on.
const island = islandProps<HistoryProps>('YourBooks');
const waiting = island?.element.querySelector<HTMLElement>('.history-waiting');
const isHistory = () => /^(#history)?$/.test(location.hash);
if (island && waiting && isHistory()) show(island, waiting);

function show({ element: root, props }: NonNullable<typeof island>, waiting: HTMLElement): void {
  const rows = historyRows(props, Date.now());
  if (rows.length === 0) return;
  const list = document.createElement('div');
  list.className = 'early-list';
  list.append(...rows);
  root.after(list);
  waiting.hidden = true;
  /** Buttons that were clicked, in the order of the clicks. */
  const clicks: Control[] = [];
  list.addEventListener('click', ({ target }) => {
    const control = controlOf((target as Element).closest<HTMLElement>('button'));
    if (control) clicks.push(control);
  });

  const finish = () => {
    if (waiting.isConnected && isHistory()) return;
    observer.disconnect();
    removeEventListener('hashchange', finish);
    const focused = list.contains(document.activeElement) ? controlOf(document.activeElement) : undefined;
    list.remove();
    waiting.hidden = false;
    if (focused) elementOf(root, focused)?.focus({ preventScroll: true });
    // A click removes a row, so all buttons are found before.
    for (const button of clicks.map((control) => elementOf(root, control))) button?.click();
  };
  // Runs after React has changed the page, and before the browser paints it.
  const observer = new MutationObserver(finish);
  observer.observe(root, { childList: true, subtree: true });
  addEventListener('hashchange', finish);
}

/** A control of a row, or the link to sign in. */
interface Control {
  /** The address of the row's book. Undefined for the link to sign in. */
  readonly href?: string | null | undefined;
  readonly selector: string;
}

const SIGN_IN = '.keep-places > a';

/** The controls that the rows of both lists have. The island's rows may have others, such as a link to the notebook. */
const CONTROLS = [':scope > a', ':scope > button', '.history-furthest > a', '.history-furthest > button'];

function controlOf(element: Element | null): Control | undefined {
  if (element?.matches(SIGN_IN)) return { selector: SIGN_IN };
  const row = element?.closest('.history > li');
  const selector = CONTROLS.find((each) => row?.querySelector(each) === element);
  return row && selector ? { href: hrefOf(row), selector } : undefined;
}

function elementOf(root: Element, { href, selector }: Control): HTMLElement | null | undefined {
  if (selector === SIGN_IN) return root.querySelector<HTMLElement>(SIGN_IN);
  const row = [...root.querySelectorAll('.history > li')].find((each) => hrefOf(each) === href);
  return row?.querySelector<HTMLElement>(selector);
}

const hrefOf = (row: Element) => row.querySelector(':scope > a')?.getAttribute('href');
