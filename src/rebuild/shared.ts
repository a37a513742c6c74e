import type { Bundle, Renderer } from '#src/renderer/index.ts';
import type { RebuildConfig } from './types.ts';

/** What all brands of a run share: the bundle is made once, render threads start when the first page needs one. */
export interface Shared {
  bundle(): Promise<Bundle>;
  renderer(): Promise<Renderer>;
  close(): Promise<void>;
}

export function createShared(config: Pick<RebuildConfig, 'bundle' | 'renderer'>): Shared {
  let bundle: Promise<Bundle> | undefined;
  let renderer: Promise<Renderer> | undefined;
  const getBundle = () => {
    bundle ??= config.bundle();
    return bundle;
  };
  return {
    bundle: getBundle,
    renderer() {
      renderer ??= getBundle().then((made) => config.renderer(made));
      return renderer;
    },
    async close() {
      const made = await renderer?.catch(() => undefined);
      await made?.close();
    },
  };
}
