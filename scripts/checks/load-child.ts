import { pathToFileURL } from 'node:url';

export interface LoadAnswer {
  readonly path: string;
  /** Why the module could not be loaded. */
  readonly fault?: string;
}

/** The body of the process that loads.ts forks: is sent paths, answers each, ends. */
async function loadAll(paths: readonly string[], answer: (answer: LoadAnswer) => void): Promise<void> {
  for (const path of paths) {
    try {
      await import(pathToFileURL(path).href);
      answer({ path });
    } catch (error) {
      answer({ path, fault: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
    }
  }
}

if (import.meta.main) {
  process.once('message', async (paths: string[]) => {
    await loadAll(paths, (answer) => process.send?.(answer));
    // A module that keeps the process busy once loaded is no reason to wait; disconnecting flushes the answers.
    process.once('disconnect', () => process.exit(0));
    process.disconnect();
  });
}
