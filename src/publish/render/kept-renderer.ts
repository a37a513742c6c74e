import type { PageRenderer, PageRendererPool, RendererOptions } from './page-renderer.ts';

/** A renderer that is kept open, and the key it was opened for. */
interface Opened {
  readonly pool: PageRendererPool;
  readonly key: string;
  readonly renderer: PageRenderer;
}

/**
 * Keeps a renderer open between the parts of a plan, because the renderer's threads cache books, cards and rows that
 * other parts also need.
 */
export function createKeptRenderer() {
  let current: Opened | undefined;
  const close = async () => {
    const opened = current;
    current = undefined;
    await opened?.renderer.close();
  };
  return {
    /**
     * Passes a renderer to `use`, and keeps it open if `use` succeeds.
     * @param key identifies the renderer's options except the folder; a renderer kept under a different key is closed
     */
    async lend<T>(
      pool: PageRendererPool,
      key: string,
      options: RendererOptions,
      use: (renderer: PageRenderer) => Promise<T>,
    ): Promise<T> {
      const reusable = current?.pool === pool && current.key === key ? current.renderer : undefined;
      if (reusable) current = undefined;
      else await close();
      const renderer = reusable ?? (await pool.open(options));
      try {
        await reusable?.moveTo(options.folder);
        const result = await use(renderer);
        // If parts were written concurrently, another renderer may already be kept. Only one is kept.
        if (current) await renderer.close();
        else current = { pool, key, renderer };
        return result;
      } catch (error) {
        await renderer.close();
        throw error;
      }
    },
    /** Call `close` before the snapshot is written or replaced, because the snapshot must not be open at that time. */
    close,
  };
}
