import type { Bundle } from '#src/site-bundle/index.ts';
import type { Makers } from './page-renderer.ts';
import type { RebuildConfig } from './types.ts';

/** What all brands of a run share: the bundle is made once, threads start once, before pages are known to need them. */
export interface Shared {
  bundle(): Promise<Bundle>;
  makers(): Promise<Makers>;
  /** Has the threads start beside what is done next; whoever needs them is told where they fail. */
  warmUp(): Promise<void>;
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
    async warmUp() {
      const made = await getBundle();
      makers ??= config.makers(made);
      makers.catch(() => undefined);
    },
    async close() {
      const made = await makers?.catch(() => undefined);
      await made?.close();
    },
  };
}
