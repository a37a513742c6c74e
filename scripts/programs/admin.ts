import { join } from 'node:path';
import { createAdmin } from '#src/admin/index.ts';
import { openStore, type Store } from '#src/api/index.ts';
import { loadBrands } from '#src/brand/registry.ts';
import { untilTerminated } from '#src/lib/cli.ts';
import { type Config, getConfig, portOf } from '#src/lib/config.ts';
import { ConfigError, EXIT } from '#src/lib/errors.ts';
import { createLog } from '#src/lib/log.ts';
import { adminPage } from './admin-page.ts';
import { type AdminSwitches, changeStaff } from './admin-staff.ts';

/** Serves the admin, or says who may use it. @returns the exit code */
export async function runAdmin(positionals: readonly string[], switches: AdminSwitches): Promise<number> {
  const config = getConfig(process.env);
  if (config.upstream !== undefined)
    throw new ConfigError('LECTERN_UPSTREAM is set: the content is kept by that upstream, change it there.');
  const store = openStore(join(config.state, 'api'));
  try {
    if (positionals.length > 0) process.stdout.write(await changeStaff(positionals, switches, config, store));
    else await serve(config, store, switches);
    return EXIT.done;
  } finally {
    store.close();
  }
}

async function serve(config: Config, store: Store, { port, new: isNew, accounts, json }: AdminSwitches): Promise<void> {
  if (isNew || accounts !== undefined || json)
    throw new ConfigError('--new, --accounts and --json are for grant, revoke and list.');
  const log = createLog();
  const number = portOf(port ?? config.admin.port, port === undefined ? 'LECTERN_ADMIN_PORT' : '--port');
  const admin = createAdmin({
    store,
    log,
    brands: () => loadBrands(config.brands),
    page: await adminPage(config, log),
    origin: config.admin.origin,
  });
  const stopped = untilTerminated();
  process.stdout.write(`${await admin.listen(number)}\n`);
  await stopped;
  await admin.close();
}
