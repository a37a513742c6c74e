import type { Bundle } from '#src/publish/bundle/index.ts';
import type { RebuildConfig } from '#src/publish/rebuild/types.ts';
import type { PageRendererPool } from './page-renderer.ts';

/** Resources shared by all brands of a run: the bundle and the render threads. Each is created on first use. */
export interface SharedResources {
  bundle(): Promise<Bundle>;
  renderers(): Promise<PageRendererPool>;
  /** Starts the render threads in the background. If that fails, the next call to `renderers` rejects. */
  startRenderers(): Promise<void>;
  close(): Promise<void>;
}

export function createSharedResources(config: Pick<RebuildConfig, 'bundle' | 'renderers'>): SharedResources {
  let bundle: Promise<Bundle> | undefined;
  let renderers: Promise<PageRendererPool> | undefined;
  const getBundle = () => {
    bundle ??= config.bundle();
    return bundle;
  };
  return {
    bundle: getBundle,
    async renderers() {
      const started = await renderers?.catch(() => undefined);
      if (started && !started.isIntact()) {
        renderers = undefined;
        await started.close();
      }
      renderers ??= getBundle().then((built) => config.renderers(built));
      return renderers;
    },
    async startRenderers() {
      const built = await getBundle();
      renderers ??= config.renderers(built);
      renderers.catch(() => undefined);
    },
    async close() {
      const started = await renderers?.catch(() => undefined);
      await started?.close();
    },
  };
}
