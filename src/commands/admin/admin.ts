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
import { needsFirstScreen } from '../setup/browser-setup.ts';
import { adminJobs } from './admin-jobs.ts';
import { adminMail } from './admin-mail.ts';
import { installAdminPackages } from './admin-packages.ts';
import { adminPage } from './admin-page.ts';
import { type AdminSwitches, changeStaff } from './admin-staff.ts';
import { type FirstScreenOptions, serveFirstScreen } from './first-screen.ts';

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
  if (positionals.length === 0) {
    await serve(config, switches);
    return EXIT.done;
  }
  const store = await openStore(join(config.state, 'api'), config.store);
  try {
    const mail = adminMail(config, createLog('warn'));
    print(await changeStaff(positionals, switches, config, store, mail));
    await mail.mailer.close();
    return EXIT.done;
  } finally {
    await store.close();
  }
}

const NO_ACCOUNT =
  'Nobody can sign in yet. Create the first account with npm run setup, or with npm run admin -- grant EMAIL owner.\n';

const lacksStaff = async ({ visitors }: Store) =>
  (await staff(visitors)).length === 0 && (await invitations(visitors)).length === 0;

async function serve(config: Config, { port, accounts, json, brand }: AdminSwitches): Promise<void> {
  if (accounts !== undefined || json || brand)
    throw new ConfigError('--accounts, --json and --brand apply to grant, revoke, list and plan only.');
  const log = createLog();
  const first = portOf(port ?? config.admin.port, port === undefined ? 'LECTERN_ADMIN_PORT' : '--port');
  const page = await adminPage(config, log);
  const stopped = untilTerminated();
  if (!(await needsFirstScreen(config))) return serveAdmin(config, { port: first, log, page, stopped });
  const next = await serveFirstScreen(config, { port: first, log, page, stopped });
  // The site's own brands exist only now.
  if (next !== undefined) await serveAdmin(getConfig(process.env), { port: next, log, page, stopped });
}

async function serveAdmin(config: Config, { port, log, page, stopped }: FirstScreenOptions): Promise<void> {
  const store = await openStore(join(config.state, 'api'), config.store);
  try {
    const admin = await composeAdmin(config, store, log, page);
    print(`${await admin.listen(port)}\n`);
    if (await lacksStaff(store)) printError(NO_ACCOUNT);
    await stopped;
    await admin.close();
  } finally {
    await store.close();
  }
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
