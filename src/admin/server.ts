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
import { leastRole, needsPassword } from './access/roles.ts';
import { type AdminMail, createStaffMails } from './access/staff-mails.ts';
import { createUntrustedContent } from './content/untrusted.ts';
import type { AdminContext } from './context.ts';
import { AdminError } from './http/error.ts';
import { checkText } from './http/input.ts';
import { addPage } from './http/page.ts';
import { sendAdminError, sendAnswer, toAdminError } from './http/reply.ts';
import type { AdminRequest, Route } from './http/route.ts';
import { createPublisher } from './publish/runs.ts';
import type { Publishing } from './publish/types.ts';
import { ADMIN_ROUTES } from './routes.ts';

export interface AdminConfig {
  readonly store: Store;
  /** Folder of all state. */
  readonly state: string;
  readonly log: Log;
  /** What `npm run releases -- … --json` says to these arguments. */
  readonly runReleases: AdminContext['runReleases'];
  readonly brands: () => Promise<readonly Brand[]>;
  readonly publishing: Publishing;
  /** Folder of the built page; undefined where it is not built. */
  readonly page?: string | undefined;
  /** Address that people open, such as `https://admin.example.com`; default: this machine alone. */
  readonly origin?: string | undefined;
  /** Default: no mails. */
  readonly mail?: AdminMail | undefined;
  /** Default: the present. */
  readonly now?: () => Date;
  /** The store of the limits; default: this process. */
  readonly createLimiter?: CreateLimiter;
}

export interface Admin {
  /** The server, for tests. */
  readonly app: FastifyInstance;
  /** @returns the address, such as `http://127.0.0.1:4400`; port 0 takes any free one */
  listen(port: number): Promise<string>;
  /** Ends the server; the store stays open. */
  close(): Promise<void>;
}

const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** The admin: its page and its API, for this machine or behind a proxy. */
export function createAdmin(config: AdminConfig): Admin {
  const { store, log, now = () => new Date() } = config;
  const write: AdminContext['write'] = async (staff, work) => {
    const writer = createWriter(store, { now, who: staff.email, command: 'admin' });
    return writer.transaction(() => work(writer));
  };
  const admin: AdminContext = {
    store,
    state: config.state,
    runReleases: config.runReleases,
    log,
    now,
    origin: config.origin,
    ...createStaffMails(config.mail, store, config.brands),
    limits: createAdminLimits(config.createLimiter),
    untrusted: createUntrustedContent(store.media),
    brands: config.brands,
    publisher: createPublisher(config.publishing, log, now),
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
    // Only a proxy on this machine is trusted with the sender's address.
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
  // Before the server waits for its answers: that of a run's events would end with the run alone.
  app.addHook('preClose', () => admin.publisher.close());
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
    /** Its row in the table of rights. */
    act?: string;
  }
  interface FastifyRequest {
    /** Set before the body is read. */
    sender?: Sender;
  }
}

function addApi(scope: FastifyInstance, admin: AdminContext, origin: string | undefined): void {
  scope.addHook('onRoute', ({ url, config }) => {
    if (leastRole(config?.act) === undefined) throw new TypeError(`${url} is in no row of the table of rights.`);
  });
  scope.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'content-security-policy': CONFINED_POLICY });
    if (request.is404) return;
    request.sender = await admit(request, request.routeOptions.config.act, admin, origin);
  });
  scope.addHook('preHandler', async ({ params, query, body }) => {
    for (const given of [params, query, Buffer.isBuffer(body) ? undefined : body]) checkText(given);
  });
  scope.setNotFoundHandler((_request, reply) =>
    sendAdminError(reply, new AdminError('not_found', 'There is nothing at this address.')),
  );
  scope.addContentTypeParser(/^image\//, { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES * 4 }, (_request, body, done) =>
    done(null, body),
  );
  for (const route of ADMIN_ROUTES) addRoute(scope, route, admin);
}

function addRoute(scope: FastifyInstance, { method, path, act, run }: Route, admin: AdminContext): void {
  scope.route({
    method,
    url: path,
    config: { act },
    handler: async (request, reply) => {
      const given = requestOf(request, admin);
      return sendAnswer(reply, await run(needsPassword(act) ? await confirmPassword(given) : given));
    },
  });
}

function requestOf(request: FastifyRequest, admin: AdminContext): AdminRequest {
  const { sender, params, query, body, ip } = request;
  if (!sender) throw new AdminError('forbidden', 'Nobody may do this.');
  return {
    ...sender,
    params: params as Record<string, string>,
    query: query as Record<string, unknown>,
    body,
    address: networkOf(ip),
    admin,
  };
}

/** Covers and pictures, for whoever is signed in: they may belong to what is not published yet. */
function addMedia(scope: FastifyInstance, admin: AdminContext, origin: string | undefined): void {
  scope.addHook('onRequest', async (request) => {
    await admit(request, 'media.read', admin, origin);
  });
  createMediaRoutes({ media: admin.store.media, log: admin.log })(scope);
}
