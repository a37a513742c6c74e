import { join } from 'node:path';
import { brandFolders } from '#src/brand/registry.ts';
import { type Config, portOf } from '#src/config/config.ts';
import { untilTerminated } from '#src/lib/cli.ts';
import { ConfigError, EXIT } from '#src/lib/errors.ts';
import { print } from '#src/lib/print.ts';
import { planShots } from '../../../scripts/screenshots/plan.ts';
import { SCREENS } from '../../../scripts/screenshots/screens.ts';
import { runScript } from '../run-script.ts';
import { startPreview } from './preview/preview.ts';

export interface PreviewChoice {
  readonly id?: string | undefined;
  /** Names of the screens to show; default: all. */
  readonly only?: readonly string[] | undefined;
  readonly port?: string | undefined;
}

const PORT = '4324';

/** Serves a page with screenshots of a brand, and retakes them when the brand's files change, until stopped. */
export async function previewBrand(config: Config, { id, only = [], port = PORT }: PreviewChoice): Promise<void> {
  if (id === undefined) throw new ConfigError('--id ID is missing. Give the id of a brand.');
  const ids = await brandFolders(config.brands);
  if (!ids.includes(id)) throw new ConfigError(`There is no brand "${id}". The brands are: ${ids.join(', ')}.`);
  // Pages may take 30 s to render here, because no visitor waits for them and the machine may be busy.
  process.env['LECTERN_RENDER_WAIT'] ||= '30000';
  // Only the brand's id is read here. The preview page reports errors in its configuration.
  const shots = planShots(SCREENS, [{ id }], { only, brand: [id] });
  const chosen = only.flatMap((name) => ['--only', name]);
  const preview = await startPreview({
    folder: join(config.brands, id),
    pictures: join(config.state, 'screenshots'),
    shots,
    port: portOf(port, '--port'),
    // Takes the screenshots in a child process, because this process would not reload the brand's changed modules.
    async take(signal) {
      const args = ['--brand', id, ...chosen];
      const { code, stderr } = await runScript('screenshots', args, { signal, background: true, output: 'kept' });
      return code === EXIT.done ? '' : messagesIn(stderr);
    },
  });
  print(`All screens of ${id}: http://127.0.0.1:${preview.port}/\nPress Ctrl+C to stop.\n`);
  await untilTerminated();
  await preview.close();
}

/** Returns what a command wrote to standard error, without log lines. */
const messagesIn = (stderr: string) =>
  stderr
    .split('\n')
    .filter((line) => !line.startsWith('{"level"'))
    .join('\n')
    .trim();
