import type { ReadableAtom } from 'nanostores';
import { reportedChapter, reportForm } from './report/reported.ts';

/**
 * Starts a part that is loaded when it is first wanted. One that cannot be loaded is tried again the next time.
 * @param start loads and starts it; what it gives ends it
 * @returns what ends the waiting, and the part
 */
export function startWhen<T>(
  $store: ReadableAtom<T>,
  isWanted: (value: T) => boolean,
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
    if (isWanted(value)) void begin();
  });
  return () => {
    unlisten();
    void started?.then(
      (stop) => stop(),
      () => undefined,
    );
  };
}

/** Passes keys to their handler, which loads with the first one; keys pressed meanwhile follow in order. */
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

/** Takes the form of a report over when it is opened. */
export function listenForReport(): () => void {
  const take = async (opened: EventTarget | null) => {
    if (!(opened instanceof HTMLDetailsElement && opened.open && opened.matches('.report details'))) return;
    const [form, chapter] = [reportForm(), reportedChapter()];
    if (form && chapter) (await import('./report/report-form.ts')).beginReport(form, chapter);
  };
  const listen = ({ target }: Pick<Event, 'target'>) => void take(target).catch(() => undefined);
  // It may have been opened before the reader was there.
  listen({ target: document.querySelector('.report details') });
  document.addEventListener('toggle', listen, true);
  return () => document.removeEventListener('toggle', listen, true);
}
