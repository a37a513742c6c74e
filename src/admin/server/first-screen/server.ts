import { setTimeout as wait } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { portError } from '#src/lib/cli.ts';
import { ConfigError } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { CONFINED_POLICY, SECURITY_HEADERS } from '#src/lib/response-headers.ts';
import { AdminError } from '../http/error.ts';
import { adminUrlOf, checkOrigin } from '../http/origin.ts';
import { addPage } from '../http/page.ts';
import { sendAdminError, toAdminError } from '../http/reply.ts';
import { createSetupAccess } from './access.ts';
import { addOpenRoute, addSetupRoutes } from './routes.ts';
import { createSetupRun, type SetupRun } from './setup-run.ts';
import type { SiteSetup } from './site-setup.ts';

export interface FirstScreenConfig {
  readonly setup: SiteSetup;
  /** Folder for uploaded files; removed once the site is created. */
  readonly folder: string;
  readonly log: Log;
  /** Folder of the built page; undefined if it is not built. */
  readonly page?: string | undefined;
  /** Default: the current time. */
  readonly now?: () => Date;
  /** How often to check whether the first screen is still needed. Default: every 3 seconds. */
  readonly checkEveryMs?: number | undefined;
}

export interface FirstScreen {
  /** For tests. */
  readonly app: FastifyInstance;
  /** Token of the link. */
  readonly token: string;
  /** Resolves when the site is created and the browser knows it, or when the first screen is no longer needed. */
  readonly ended: Promise<void>;
  /** @param port 0 for any free port */
  listen(port: number): Promise<FirstScreenAddress>;
  /** Waits until a site that is being created is complete. */
  close(): Promise<void>;
}

interface FirstScreenAddress {
  readonly port: number;
  /** The link for the browser. Browsers do not send the part after #, so the token is in no log. */
  readonly link: string;
}

const MAX_BODY_BYTES = 64 * 1024;
/** After this time, the admin starts even if no browser has asked for the result. */
const MAX_WAIT_FOR_BROWSER_MS = 60_000;

/**
 * Creates the server of the first screen, which sets up a site in the browser. It replaces the admin until there is a
 * site, and accepts only browsers on this machine.
 */
export function createFirstScreen({
  setup,
  folder,
  log,
  page,
  now = () => new Date(),
  checkEveryMs = 3000,
}: FirstScreenConfig): FirstScreen {
  const access = createSetupAccess(now);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const onCreated = () => void setTimeout(end, MAX_WAIT_FOR_BROWSER_MS).unref();
  const run = createSetupRun({ setup, folder, log, onCreated });
  const checks = new AbortController();
  void ended.then(() => checks.abort());
  const app = Fastify({ bodyLimit: MAX_BODY_BYTES });
  app.setErrorHandler((error, request, reply) => {
    const shown = error instanceof ConfigError ? new AdminError('conflict', error.message, { cause: error }) : error;
    return sendAdminError(reply, toAdminError(shown, request.url, log));
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...SECURITY_HEADERS, 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' });
    checkLocal(request);
  });
  app.register(
    (api, _options, done) => {
      api.addHook('onRequest', async (_request, reply) => {
        reply.headers({ 'cache-control': 'no-store', 'content-security-policy': CONFINED_POLICY });
        if (await run.isNeeded()) return;
        end();
        throw new AdminError('not_found', 'This address does not exist: the installation has a site or an account.');
      });
      addOpenRoute(api, access);
      api.register((inside, _more, added) => {
        inside.addHook('onRequest', async ({ headers }) => access.check(headers.cookie));
        addSetupRoutes(inside, run, end);
        added();
      });
      done();
    },
    { prefix: '/api/setup' },
  );
  app.all('/api/*', () => {
    throw new AdminError(
      'setup_required',
      'This installation has no site yet. Open the link that npm run admin has printed.',
    );
  });
  addPage(app, page);
  return {
    app,
    token: access.token,
    ended,
    async listen(port) {
      await app.listen({ port, host: '127.0.0.1' }).catch((error: NodeJS.ErrnoException) => {
        throw portError(error, port);
      });
      void endOnceSetUp(run, end, { everyMs: checkEveryMs, signal: checks.signal });
      const address = app.server.address();
      const actual = typeof address === 'object' && address ? address.port : port;
      return { port: actual, link: `http://localhost:${actual}/#/setup/${access.token}` };
    },
    async close() {
      checks.abort();
      await run.settled();
      await app.close();
    },
  };
}

/**
 * Ends the first screen once commands have created a site or an account. Requests cannot notice that behind a proxy,
 * because the first screen refuses them.
 */
async function endOnceSetUp(
  run: SetupRun,
  end: () => void,
  { everyMs, signal }: { readonly everyMs: number; readonly signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    await wait(everyMs, undefined, { ref: false, signal }).catch(() => undefined);
    // A check may fail while a command writes. The next one finds its result.
    if (!signal.aborted && !(await run.isNeeded().catch(() => true))) end();
  }
}

/** Headers that proxies add. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

/**
 * Accepts only requests of browsers on this machine, and writes only of the first screen's own page.
 * @throws AdminError wrong_host, wrong_origin
 */
function checkLocal({ method, headers }: FastifyRequest): void {
  const url = adminUrlOf(headers.host, undefined);
  if (FORWARDED.some((name) => headers[name] !== undefined))
    throw new AdminError('wrong_host', 'A site can be set up only in a browser on this machine, not through a proxy.');
  checkOrigin(method, headers.origin, url);
}
