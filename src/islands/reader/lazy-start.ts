import type { ReadableAtom } from 'nanostores';

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

/** Hands keys to their table, which is loaded with the first one. */
export function listenForKeys(owner: { toggleNight(): void }): () => void {
  let act: ((event: KeyboardEvent) => void) | undefined;
  const press = async (event: KeyboardEvent) => {
    const { pressKey } = await import('./keys.ts');
    act ??= (pressed) => pressKey(pressed, owner);
    act(event);
  };
  const listen = (event: KeyboardEvent) => (act ? act(event) : void press(event).catch(() => undefined));
  addEventListener('keydown', listen);
  return () => removeEventListener('keydown', listen);
}
