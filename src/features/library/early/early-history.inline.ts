import { islandProps } from '#src/shell/island/early/island-props.ts';
import { type HistoryProps, historyRows } from './history-rows.ts';

// Shows the books of the history before React has loaded, in place of the skeleton of the island YourBooks. When the island
// shows its own list, this one is removed; focus and clicks on buttons are passed on.
const island = islandProps<HistoryProps>('YourBooks');
const waiting = island?.element.querySelector<HTMLElement>('.history-waiting');
if (island && waiting && /^(#history)?$/.test(location.hash)) show(island, waiting);

function show({ element: root, props }: NonNullable<typeof island>, waiting: HTMLElement): void {
  const rows = historyRows(props, Date.now());
  if (rows.length === 0) return;
  const list = document.createElement('div');
  list.className = 'early-list';
  list.append(...rows);
  root.after(list);
  waiting.hidden = true;
  /** Places of buttons that were clicked, in the order of the clicks. */
  const clicks: number[] = [];
  const controlsOf = (parent: Element) => [...parent.querySelectorAll<HTMLElement>('.history > li :is(a, button)')];
  list.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('button');
    if (button) clicks.push(controlsOf(list).indexOf(button));
  });

  const finish = () => {
    if (waiting.isConnected && /^(#history)?$/.test(location.hash)) return;
    observer.disconnect();
    removeEventListener('hashchange', finish);
    const focused = controlsOf(list).indexOf(document.activeElement as HTMLElement);
    list.remove();
    waiting.hidden = false;
    const controls = controlsOf(root);
    controls[focused]?.focus({ preventScroll: true });
    // A click removes a row, so all buttons are found before.
    for (const button of clicks.map((place) => controls[place])) button?.click();
  };
  // Runs after React has changed the page, and before the browser paints it.
  const observer = new MutationObserver(finish);
  observer.observe(root, { childList: true, subtree: true });
  addEventListener('hashchange', finish);
}
