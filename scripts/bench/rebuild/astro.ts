import { join } from 'node:path';
import { ROOT } from '../../programs/run-script.ts';
import { BRAND } from './lectern.ts';
import { moveAside, type ProcessResult, type Workspace } from './workspace.ts';

/** Plain `astro build` of the bench's brand over the snapshot of a state folder. */
export interface AstroPeer {
  /** Where the pages are after a build. */
  readonly pages: string;
  /** @param brand with an empty name nothing but the bundling is done, because no page is rendered */
  build(brand?: string): Promise<ProcessResult>;
  clean(): Promise<void>;
}

/** @param incremental with Astro's `experimental.incrementalBuild`, which keeps its cache from build to build */
export function astroPeer(workspace: Workspace, state: string, incremental = false): AstroPeer {
  // Within the project, because the built code resolves its packages from its own folder.
  const home = join(ROOT, 'dist', `.bench-${process.pid}`);
  const out = join(home, 'out');
  workspace.removeAtEnd(home);
  const config = incremental ? ['--config', 'scripts/bench/rebuild/astro-incremental.config.mjs'] : [];
  return {
    pages: join(out, 'client'),
    build: (brand = BRAND) =>
      workspace.run({
        program: process.execPath,
        args: [join(ROOT, 'node_modules/astro/bin/astro.mjs'), 'build', '--root', ROOT, '--silent', ...config],
        env: {
          NODE_ENV: 'production',
          ASTRO_TELEMETRY_DISABLED: '1',
          LECTERN_PROFILE: 'static',
          LECTERN_BRAND: brand,
          LECTERN_OUT: out,
          LECTERN_STATE: state,
        },
        cwd: ROOT,
      }),
    clean: () => moveAside(out),
  };
}
