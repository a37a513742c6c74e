import { join } from 'node:path';
import { ROOT } from '#src/commands/run-script.ts';
import { BRAND } from './lectern.ts';
import { moveAside, type ProcessResult, type Workspace } from './workspace.ts';

/** Builds the bench's brand with a plain `astro build`, from the snapshot in a state folder. */
export interface AstroPeer {
  /** Folder of the built pages. */
  readonly pages: string;
  /** @param brand if it is empty, no page is rendered and the site is only bundled */
  build(brand?: string): Promise<ProcessResult>;
  clean(): Promise<void>;
}

/** @param incremental whether to use Astro's `experimental.incrementalBuild`, which keeps its cache between builds */
export function astroPeer(workspace: Workspace, state: string, incremental = false): AstroPeer {
  // The folder is inside the project, because the built code resolves packages from the folder that contains it.
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
