import { pathToFileURL } from 'node:url';

export interface LoadAnswer {
  readonly path: string;
  /** Why the module could not be loaded; undefined if it was. */
  readonly fault?: string;
}

/** Loads modules in the process that loads.ts forks: receives paths, reports on each, and exits. */
async function loadAll(paths: readonly string[], answer: (answer: LoadAnswer) => Promise<void>): Promise<void> {
  for (const path of paths) {
    try {
      await import(pathToFileURL(path).href);
      await answer({ path });
    } catch (error) {
      await answer({ path, fault: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
    }
  }
}

/**
 * Resolves when a message has been written. The channel buffers some hundred messages, and those in the buffer would be
 * lost at exit.
 */
const sent = (answer: LoadAnswer) => new Promise<void>((resolve) => process.send?.(answer, () => resolve()));

if (import.meta.main) {
  process.once('message', async (paths: string[]) => {
    await loadAll(paths, sent);
    // Exits explicitly, because some modules would keep the process alive.
    process.exit(0);
  });
}
