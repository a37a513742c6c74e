import type { PageRenderer, PageRendererPool, RendererOptions } from './page-renderer.ts';

/** A renderer, and what it was opened for. */
interface Opened {
  readonly pool: PageRendererPool;
  readonly key: string;
  readonly renderer: PageRenderer;
}

/**
 * Keeps a renderer from one part of a plan to the next: its threads remember books, cards and rows, which other parts of the
 * plan have, too.
 */
export function createKeptRenderer() {
  let kept: Opened | undefined;
  const close = async () => {
    const opened = kept;
    kept = undefined;
    await opened?.renderer.close();
  };
  return {
    /**
     * Lends a renderer to `use`, and keeps it where that succeeds.
     * @param key what the renderer is opened for, but for the folder: one that was kept under another key is closed
     */
    async lend<T>(
      pool: PageRendererPool,
      key: string,
      options: RendererOptions,
      use: (renderer: PageRenderer) => Promise<T>,
    ): Promise<T> {
      const known = kept?.pool === pool && kept.key === key ? kept.renderer : undefined;
      if (known) kept = undefined;
      else await close();
      const renderer = known ?? (await pool.open(options));
      try {
        await known?.moveTo(options.folder);
        const result = await use(renderer);
        // Of parts that were written at a time, one renderer is kept.
        if (kept) await renderer.close();
        else kept = { pool, key, renderer };
        return result;
      } catch (error) {
        await renderer.close();
        throw error;
      }
    },
    /** The snapshot is about to be written or replaced: nobody may have it open. */
    close,
  };
}
