import type { Bundle } from '#src/site-bundle/index.ts';
import type { PageRendererPool } from './page-renderer.ts';
import type { RebuildConfig } from './types.ts';

/** What all brands of a run share: the bundle and the render threads. Each is made once, when it is first needed. */
export interface SharedResources {
  bundle(): Promise<Bundle>;
  renderers(): Promise<PageRendererPool>;
  /** Starts the threads in the background. Where they fail, the next call of `renderers` rejects. */
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
