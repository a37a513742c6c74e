import type { ReadableAtom } from 'nanostores';
import { reportedChapter, reportForm } from '../report/reported.ts';

/**
 * Loads and starts a module when a store's value first requires it. If loading fails, tries again when the value
 * changes.
 * @param start loads and starts the module; resolves to a function that stops it
 * @returns a function that stops the waiting, and stops the module if it was started
 */
export function startWhen<T>(
  $store: ReadableAtom<T>,
  isNeeded: (value: T) => boolean,
  start: () => Promise<() => void>,
): () => void {
  let started: Promise<() => void> | undefined;
  const begin = async () => {
    started ??= start();
    await started.catch(() => {
      started = undefined;
    });
  };
  const unlisten = $store.subscribe((value) => {
    if (isNeeded(value)) void begin();
  });
  return () => {
    unlisten();
    void started?.then(
      (stop) => stop(),
      () => undefined,
    );
  };
}

/**
 * Passes key events to their handler, which is loaded on the first key. Keys pressed while it loads are replayed in
 * order.
 */
export function listenForKeys(owner: { toggleNight(): void }): () => void {
  let act: ((event: KeyboardEvent) => void) | undefined;
  const waiting: KeyboardEvent[] = [];
  const load = async () => {
    try {
      const { pressKey } = await import('./keys.ts');
      act = (pressed) => pressKey(pressed, owner);
      for (const event of waiting) act(event);
    } finally {
      waiting.length = 0;
    }
  };
  const listen = (event: KeyboardEvent) => {
    if (act) act(event);
    else if (waiting.push(event) === 1) void load().catch(() => undefined);
  };
  addEventListener('keydown', listen);
  return () => removeEventListener('keydown', listen);
}

/** Enhances the report form when it is opened. */
export function listenForReport(): () => void {
  const enhance = async (opened: EventTarget | null) => {
    if (!(opened instanceof HTMLDetailsElement && opened.open && opened.matches('.report details'))) return;
    const [form, chapter] = [reportForm(), reportedChapter()];
    if (form && chapter) (await import('../report/report-form.ts')).beginReport(form, chapter);
  };
  const listen = ({ target }: Pick<Event, 'target'>) => void enhance(target).catch(() => undefined);
  // The visitor may have opened the form before the reader was ready.
  listen({ target: document.querySelector('.report details') });
  document.addEventListener('toggle', listen, true);
  return () => document.removeEventListener('toggle', listen, true);
}
