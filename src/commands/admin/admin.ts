import { join } from 'node:path';
import { type Admin, createAdmin } from '#src/admin/server/index.ts';
import { openSharedLimits, openStore, type Store } from '#src/api/index.ts';
import { invitations } from '#src/api/store/visitors/invitations.ts';
import { protectWeakCodes, staff } from '#src/api/store/visitors/staff.ts';
import { readBrands } from '#src/brand/registry.ts';
import { type Config, getConfig, portOf } from '#src/config/config.ts';
import { untilTerminated } from '#src/lib/cli.ts';
import { ConfigError, EXIT } from '#src/lib/errors.ts';
import { createLog, type Log } from '#src/lib/log.ts';
import { print, printError } from '#src/lib/print.ts';
import { brandIds, withRedirects } from '../content/import-redirects.ts';
import { adminJobs } from './admin-jobs.ts';
import { adminMail } from './admin-mail.ts';
import { installAdminPackages } from './admin-packages.ts';
import { adminPage } from './admin-page.ts';
import { type AdminSwitches, changeStaff } from './admin-staff.ts';

/** Serves the admin, or runs one of its actions. @returns the exit code */
export async function runAdmin(positionals: readonly string[], switches: AdminSwitches): Promise<number> {
  if (positionals[0] === 'install') {
    if (positionals.length > 1) throw new ConfigError(`"${positionals[1]}" is one argument too many. Use: install`);
    await installAdminPackages();
    return EXIT.done;
  }
  const config = getConfig(process.env);
  if (config.upstream !== undefined)
    throw new ConfigError('LECTERN_UPSTREAM is set, so the content belongs to that upstream. Change it there.');
  if (positionals[0] === 'plan') {
    if (positionals.length > 1)
      throw new ConfigError(`"${positionals[1]}" is one argument too many. Use: plan [--brand ID]…`);
    // Imported here, because the admin server does not need the code of the rebuild.
    const { planOf } = await import('./admin-plan.ts');
    print(`${await planOf(switches.brand, switches.json, config)}\n`);
    return EXIT.done;
  }
  const store = await openStore(join(config.state, 'api'), config.store);
  try {
    if (positionals.length > 0) {
      const mail = adminMail(config, createLog('warn'));
      print(await changeStaff(positionals, switches, config, store, mail));
      await mail.mailer.close();
    } else await serve(config, store, switches);
    return EXIT.done;
  } finally {
    await store.close();
  }
}

const NO_ACCOUNT =
  'Nobody can sign in yet. Create the first account with npm run setup, or with npm run admin -- grant EMAIL owner.\n';

const lacksStaff = async ({ visitors }: Store) =>
  (await staff(visitors)).length === 0 && (await invitations(visitors)).length === 0;

async function serve(config: Config, store: Store, { port, accounts, json, brand }: AdminSwitches): Promise<void> {
  if (accounts !== undefined || json || brand)
    throw new ConfigError('--accounts, --json and --brand apply to grant, revoke, list and plan only.');
  const log = createLog();
  const number = portOf(port ?? config.admin.port, port === undefined ? 'LECTERN_ADMIN_PORT' : '--port');
  const admin = await composeAdmin(config, store, log, await adminPage(config, log));
  const stopped = untilTerminated();
  print(`${await admin.listen(number)}\n`);
  if (await lacksStaff(store)) printError(NO_ACCOUNT);
  await stopped;
  await admin.close();
}

/**
 * Creates the admin with this store.
 * @param page folder of the built page; undefined if another server sends the page
 */
export async function composeAdmin(
  config: Config,
  store: Store,
  log: Log,
  page: string | undefined,
): Promise<Pick<Admin, 'listen' | 'close'>> {
  const limits = store.postgres === undefined ? undefined : await openSharedLimits(store.postgres);
  const mail = adminMail(config, log);
  const admin = createAdmin({
    store,
    mail,
    state: config.state,
    log,
    brands: async () => (await readBrands(config)).served,
    jobs: adminJobs,
    page,
    origin: config.admin.origin,
    withRedirects: (report) => withRedirects(report, { store, state: config.state, brands: () => brandIds(config) }),
    ...(limits && { createLimiter: limits.createLimiter }),
  });
  await protectWeakCodes(store.visitors);
  return {
    listen: admin.listen,
    async close() {
      await admin.close();
      await mail.mailer.close();
      await limits?.close();
    },
  };
}
