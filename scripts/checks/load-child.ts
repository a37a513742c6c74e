import { pathToFileURL } from 'node:url';

export interface LoadAnswer {
  readonly path: string;
  /** Why the module could not be loaded. */
  readonly fault?: string;
}

/** The body of the process that loads.ts forks: is sent paths, answers each, ends. */
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

/** Waits until an answer is written: the channel holds some hundred, and those still waiting at the end would be lost. */
const sent = (answer: LoadAnswer) => new Promise<void>((resolve) => process.send?.(answer, () => resolve()));

if (import.meta.main) {
  process.once('message', async (paths: string[]) => {
    await loadAll(paths, sent);
    // A module that keeps the process busy once loaded is no reason to wait.
    process.exit(0);
  });
}
