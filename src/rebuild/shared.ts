import type { Bundle } from '#src/renderer/index.ts';
import type { Makers } from './maker.ts';
import type { RebuildConfig } from './types.ts';

/** What all brands of a run share: the bundle is made once, threads start when the first page needs one. */
export interface Shared {
  bundle(): Promise<Bundle>;
  makers(): Promise<Makers>;
  close(): Promise<void>;
}

export function createShared(config: Pick<RebuildConfig, 'bundle' | 'makers'>): Shared {
  let bundle: Promise<Bundle> | undefined;
  let makers: Promise<Makers> | undefined;
  const getBundle = () => {
    bundle ??= config.bundle();
    return bundle;
  };
  return {
    bundle: getBundle,
    async makers() {
      const started = await makers?.catch(() => undefined);
      if (started && !started.isWhole()) {
        makers = undefined;
        await started.close();
      }
      makers ??= getBundle().then((made) => config.makers(made));
      return makers;
    },
    async close() {
      const made = await makers?.catch(() => undefined);
      await made?.close();
    },
  };
}
