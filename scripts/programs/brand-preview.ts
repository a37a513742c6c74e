import { join } from 'node:path';
import { brandFolders } from '#src/brand/registry.ts';
import { untilTerminated } from '#src/lib/cli.ts';
import { type Config, portOf } from '#src/lib/config.ts';
import { ConfigError, EXIT } from '#src/lib/errors.ts';
import { startPreview } from '../brand-preview/preview.ts';
import { planShots } from '../screenshots/plan.ts';
import { SCREENS } from '../screenshots/screens.ts';
import { runScript } from './run-script.ts';

export interface PreviewChoice {
  readonly id?: string | undefined;
  /** Names of screens; all where undefined. */
  readonly only?: readonly string[] | undefined;
  readonly port?: string | undefined;
}

const PORT = '4324';

/** Shows all screens of a brand until it is stopped, and follows edits of its files. */
export async function previewBrand(config: Config, { id, only = [], port = PORT }: PreviewChoice): Promise<void> {
  if (id === undefined) throw new ConfigError('Say which brand: --id ID.');
  const ids = await brandFolders(config.brands);
  if (!ids.includes(id)) throw new ConfigError(`There is no brand "${id}". The brands are: ${ids.join(', ')}.`);
  // Nobody waits for these pages, and the machine may have much to do.
  process.env['LECTERN_RENDER_WAIT'] ||= '30000';
  // Only its id counts: its data may be wrong, and the page then says so.
  const shots = planShots(SCREENS, [{ id }], { only, brand: [id] });
  const chosen = only.flatMap((name) => ['--only', name]);
  const preview = await startPreview({
    folder: join(config.brands, id),
    pictures: join(config.state, 'screenshots'),
    shots,
    port: portOf(port, '--port'),
    // In a process of its own: this one would go on with the data of the brand that it read first.
    async take(signal) {
      const args = ['--brand', id, ...chosen];
      const { code, stderr } = await runScript('screenshots', args, { signal, background: true, output: 'kept' });
      return code === EXIT.done ? '' : messagesIn(stderr);
    },
  });
  process.stdout.write(`All screens of ${id}: http://127.0.0.1:${preview.port}/\nCtrl+C ends it.\n`);
  await untilTerminated();
  await preview.close();
}

/** What a command said beside its log. */
const messagesIn = (stderr: string) =>
  stderr
    .split('\n')
    .filter((line) => !line.startsWith('{"level"'))
    .join('\n')
    .trim();
