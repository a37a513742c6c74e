import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { createWriter, type Store } from '#src/api/index.ts';
import { createMediaRoutes } from '#src/api/media/index.ts';
import type { CreateLimiter } from '#src/api/visitors/rate-limits.ts';
import type { Brand } from '#src/brand/registry.ts';
import { portError } from '#src/lib/cli.ts';
import type { Log } from '#src/lib/log.ts';
import { networkOf } from '#src/lib/network.ts';
import { CONFINED_POLICY, SECURITY_HEADERS } from '#src/lib/response-headers.ts';
import { admit, type Sender } from './access/admit.ts';
import { confirmPassword } from './access/confirm-password.ts';
import { createAdminLimits } from './access/limits.ts';
import { minRole, needsPassword } from './access/roles.ts';
import { type AdminMail, createStaffMails } from './access/staff-mails.ts';
import { createUntrustedContent } from './content/untrusted.ts';
import type { AdminContext } from './context.ts';
import { AdminError } from './http/error.ts';
import { checkText } from './http/input.ts';
import { addPage } from './http/page.ts';
import { sendAdminError, sendAnswer, toAdminError } from './http/reply.ts';
import type { AdminRequest, Route } from './http/route.ts';
import { createImports } from './imports/imports.ts';
import type { ImportsConfig } from './imports/staged.ts';
import type { AdminJobs } from './jobs.ts';
import { createOpenRecords } from './presence/open-records.ts';
import { createPublisher } from './publish/runs.ts';
import { ADMIN_ROUTES } from './routes.ts';
import { createRemovals } from './takedowns/removals.ts';

export interface AdminConfig {
  readonly store: Store;
  /** State folder. */
  readonly state: string;
  readonly log: Log;
  readonly brands: () => Promise<readonly Brand[]>;
  readonly jobs: AdminJobs;
  /** Folder of the built page; undefined if it is not built. */
  readonly page?: string | undefined;
  /**
   * Origin of the admin in browsers, such as `https://admin.example.com`. Default: only this machine can open the
   * admin.
   */
  readonly origin?: string | undefined;
  /** Default: no emails are sent. */
  readonly mail?: AdminMail | undefined;
  /** Adds redirects from the old addresses of an imported book. Default: adds none. */
  readonly withRedirects?: ImportsConfig['withRedirects'];
  /** Default: the current time. */
  readonly now?: () => Date;
  /** Creates the counters of rate limits. Default: in the memory of this process. */
  readonly createLimiter?: CreateLimiter;
}

export interface Admin {
  /** For tests. */
  readonly app: FastifyInstance;
  /** @param port 0 for any free port. @returns the address, such as `http://127.0.0.1:4400` */
  listen(port: number): Promise<string>;
  /** Closes the server, but not the store. */
  close(): Promise<void>;
}

const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Creates the server of the admin's page and API, for this machine or behind a proxy. */
export function createAdmin(config: AdminConfig): Admin {
  const { store, log, now = () => new Date() } = config;
  const write: AdminContext['write'] = async (staff, work, how) => {
    const writer = createWriter(store, { now, who: staff.email, command: 'admin', ...(how && { how }) });
    return writer.transaction(() => work(writer));
  };
  const admin: AdminContext = {
    store,
    state: config.state,
    jobs: config.jobs,
    log,
    now,
    origin: config.origin,
    ...createStaffMails(config.mail, store, config.brands),
    limits: createAdminLimits(config.createLimiter),
    untrusted: createUntrustedContent(store.media),
    openRecords: createOpenRecords(),
    brands: config.brands,
    publisher: createPublisher(config.jobs, log, now),
    removals: createRemovals(config.jobs, log),
    imports: createImports({
      store,
      log,
      now,
      write: (staff, work) => write(staff, work, 'import'),
      withRedirects: config.withRedirects,
    }),
    write,
    writeVisitors: (staff, note, work) =>
      store.visitors.transaction(async (visitors) => {
        const result = await work(visitors);
        await write(staff, (writer) => writer.note(typeof note === 'function' ? note(result) : note));
        return result;
      }),
  };
  const app = Fastify({
    bodyLimit: MAX_BODY_BYTES,
    // X-Forwarded-For is only trusted from a proxy on this machine.
    trustProxy: 'loopback',
    frameworkErrors: (error, request, reply) => {
      void sendAdminError(reply, toAdminError(error, request.url, log));
    },
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ ...SECURITY_HEADERS, 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' });
  });
  app.setErrorHandler((error, request, reply) => sendAdminError(reply, toAdminError(error, request.url, log)));
  app.register(
    (scope, _options, done) => {
      addApi(scope, admin, config.origin);
      done();
    },
    { prefix: '/api' },
  );
  app.register((scope, _options, done) => {
    addMedia(scope, admin, config.origin);
    done();
  });
  // Must run before the server waits for open responses: the event stream of a run stays open until the run ends.
  app.addHook('preClose', async () => {
    await Promise.all([admin.publisher.close(), admin.removals.close(), admin.imports.close()]);
  });
  app.addHook('onClose', async () => admin.untrusted.close());
  addPage(app, config.page);
  return {
    app,
    listen: (port) =>
      app.listen({ port, host: '127.0.0.1' }).catch((error: NodeJS.ErrnoException) => {
        throw portError(error, port);
      }),
    close: () => app.close(),
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Key in `RIGHTS`. */
    act?: string;
  }
  interface FastifyRequest {
    /** Set before the body is read. */
    sender?: Sender;
  }
}

function addApi(scope: FastifyInstance, admin: AdminContext, origin: string | undefined): void {
  scope.addHook('onRoute', ({ url, config }) => {
    if (minRole(config?.act) === undefined) throw new TypeError(`${url} has no entry in RIGHTS (access/roles.ts).`);
  });
  scope.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'content-security-policy': CONFINED_POLICY });
    if (request.is404) return;
    request.sender = await admit(request, request.routeOptions.config.act, admin, origin);
  });
  scope.addHook('preHandler', async ({ params, query, body }) => {
    const isText = !Buffer.isBuffer(body) && !(body instanceof Readable);
    for (const input of [params, query, isText ? body : undefined]) checkText(input);
  });
  scope.setNotFoundHandler((_request, reply) =>
    sendAdminError(reply, new AdminError('not_found', 'This address does not exist.')),
  );
  scope.addContentTypeParser(/^image\//, { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES * 4 }, (_request, body, done) =>
    done(null, body),
  );
  for (const route of ADMIN_ROUTES) if (route.takes === undefined) addRoute(scope, route, admin);
  scope.register((uploads, _options, done) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', (_request, body, parsed) => parsed(null, body));
    for (const route of ADMIN_ROUTES) if (route.takes === 'bytes') addRoute(uploads, route, admin);
    done();
  });
}

function addRoute(scope: FastifyInstance, { method, path, act, run }: Route, admin: AdminContext): void {
  scope.route({
    method,
    url: path,
    config: { act },
    handler: async (request, reply) => {
      const adminRequest = requestOf(request, admin);
      return sendAnswer(reply, await run(needsPassword(act) ? await confirmPassword(adminRequest) : adminRequest));
    },
  });
}

function requestOf(request: FastifyRequest, admin: AdminContext): AdminRequest {
  const { sender, params, query, body, ip, headers } = request;
  const length = Number(headers['content-length'] ?? Number.NaN);
  if (!sender) throw new AdminError('forbidden', 'This is not allowed.');
  return {
    ...sender,
    params: params as Record<string, string>,
    query: query as Record<string, unknown>,
    body,
    length: Number.isNaN(length) ? undefined : length,
    address: networkOf(ip),
    admin,
  };
}

/** Serves covers and pictures to signed-in staff only: their books may not be published yet. */
function addMedia(scope: FastifyInstance, admin: AdminContext, origin: string | undefined): void {
  scope.addHook('onRequest', async (request) => {
    await admit(request, 'media.read', admin, origin);
  });
  createMediaRoutes({ media: admin.store.media, log: admin.log })(scope);
}
