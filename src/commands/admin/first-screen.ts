import { join } from 'node:path';
import { createFirstScreen } from '#src/admin/server/index.ts';
import type { Config } from '#src/config/config.ts';
import type { Log } from '#src/lib/log.ts';
import { print } from '#src/lib/print.ts';
import { browserSetup } from '../setup/browser-setup.ts';

export interface FirstScreenOptions {
  readonly port: number;
  readonly log: Log;
  /** Folder of the built page. */
  readonly page: string;
  /** Resolves when the command is stopped. */
  readonly stopped: Promise<void>;
}

/**
 * Serves the first screen until the site is set up, or the command is stopped.
 * @returns the port, on which the admin can listen next; undefined if the command was stopped
 */
export async function serveFirstScreen(
  { state }: Config,
  { port, log, page, stopped }: FirstScreenOptions,
): Promise<number | undefined> {
  const folder = join(state, '.setup');
  const screen = createFirstScreen({ setup: browserSetup(process.env), folder, log, page });
  const { port: actual, link } = await screen.listen(port);
  print(`This installation has no site and no account yet. To set up your site in a browser on this machine, open this link. It works
once, within 60 minutes:

  ${link}

To edit the demo books instead, create an account: npm run admin -- grant EMAIL owner
`);
  const isCreated = await Promise.race([screen.ended.then(() => true), stopped.then(() => false)]);
  await screen.close();
  return isCreated ? actual : undefined;
}
