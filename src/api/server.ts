import Fastify, {
  type FastifyInstance,
  type FastifyPluginAsync,
  type InjectOptions,
  type LightMyRequestResponse,
} from 'fastify';
import type { SearchSynonyms } from '#src/brand/search-synonyms.ts';
import { portError } from '#src/lib/cli.ts';
import type { Log } from '#src/lib/log.ts';
import { REQUEST_ID_HEADER, withRequestId } from '#src/lib/request-id.ts';
import { createCleanUpTimer } from './clean-up-timer.ts';
import { addContentVersion } from './http/content-version.ts';
import type { ApiState, Site } from './http/context.ts';
import { ApiError } from './http/error.ts';
import { addHealth } from './http/health.ts';
import { addReference } from './http/reference.ts';
import { createRefusals } from './http/refusals.ts';
import { sendError, toApiError } from './http/reply.ts';
import { addCalls } from './http/routes.ts';
import { createLivingLists } from './living-lists/index.ts';
import { createMediaRoutes } from './media/index.ts';
import { createPush, type Push, type PushConfig } from './push/index.ts';
import { createStatistics, type StatisticsConfig, statisticsOf } from './statistics/index.ts';
import { createContentVersion } from './store/content-version.ts';
import type { Store } from './store/index.ts';
import { createPageStarts } from './store/reads/index.ts';
import { createTextThreads } from './store/text-threads.ts';
import { createSearches } from './store/visitors/searches.ts';
import { createPageViews } from './store/visitors/views.ts';
import { createMailer, type MailConfig } from './visitors/mail.ts';
import { createMeasurement, type MeasurementConfig } from './visitors/measurement.ts';
import { createOidcProvider, type OidcConfig } from './visitors/oidc.ts';
import { type CreateLimiter, createCallLimits } from './visitors/rate-limits.ts';

export interface ApiPrefix {
  readonly prefix: string;
  readonly brand: string;
  /** Group of brands that share accounts; default: the brand itself. */
  readonly accounts?: string | undefined;
  /** The site of the brand, for links and redirects to it; default: `<brand>.localhost`. */
  readonly site?: Site;
  /** Measurement ids of the brand, for counting page views. */
  readonly measurementIds?: readonly string[];
  /** How the brand's events are counted; default: they are not. */
  readonly statistics?: StatisticsConfig | undefined;
  /** Whether the brand has lists that are computed from its statistics; default: no. */
  readonly livingLists?: boolean;
  /** Synonyms for searches; those saved in the admin replace them. */
  readonly synonyms?: SearchSynonyms | undefined;
}

export interface ApiConfig {
  readonly store: Store;
  /** Prefixes of paths, such as `/freenovel_api`, each with its brand. */
  readonly prefixes: readonly ApiPrefix[];
  /** Folder of covers and pictures. */
  readonly media: string;
  readonly log: Log;
  /** For tests and development: checks every response against the contract, and returns 500 if it violates it. */
  readonly checkResponses?: boolean;
  /** Provider to which page views are forwarded; default: none. */
  readonly measurement?: MeasurementConfig | undefined;
  /** How mails are sent. If omitted, forgotten passwords cannot be reset. */
  readonly mail?: MailConfig | undefined;
  /** OpenID provider for sign-ins. */
  readonly oidc?: OidcConfig | undefined;
  /** Keys of the brands that send notifications of new chapters; default: none. */
  readonly push?: PushConfig;
  /** How long events wait to be counted, in ms; default: 2 seconds. */
  readonly statisticsInterval?: number;
  /** Creates the limiters of calls; default: they count in the memory of this process. */
  readonly createLimiter?: CreateLimiter;
  /** The contract in OpenAPI, which is served as a page for developers; default: none. */
  readonly reference?: object | undefined;
  /** Returns the current time, such as for the end of help events and sessions; default: the clock of the system. */
  readonly now?: () => Date;
}

export interface Api {
  /** Starts the server. Port 0 means any free port. @returns the URL, such as `http://127.0.0.1:4322` */
  listen(port: number): Promise<string>;
  /** Handles a request without a connection. */
  inject(request: InjectOptions): Promise<Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'payload'>>;
  /** Checks for new chapters now, and sends notifications of them. */
  notifyOfNewChapters: Push['checkNow'];
  /** Stops the server. The store remains open. */
  close(): Promise<void>;
}

/** Maximum size of a request body: enough for 1,000 entries of reading history. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** Creates the embedded API: every call of the contract and the media files below every prefix. */
export function createApi(config: ApiConfig): Api {
  const { store, log, prefixes, media, checkResponses = false, now = () => new Date() } = config;
  const state: ApiState = {
    store,
    log,
    now,
    refusals: createRefusals(log),
    starts: createPageStarts(store.catalogue),
    limits: createCallLimits(config.createLimiter),
    views: createPageViews(store.counts),
    searches: createSearches(store.counts),
    textThreads: createTextThreads(log),
    push: createPush(config.push ?? { brands: new Map() }, { store, log, now }),
    measurement: createMeasurement(config.measurement, log, now),
    mailer: config.mail === undefined ? undefined : createMailer(config.mail, log, now),
    oidc: config.oidc && createOidcProvider(config.oidc),
  };
  const { statisticsInterval: interval } = config;
  const listed = prefixes
    .filter(({ livingLists, statistics }) => livingLists === true && statistics)
    .map(({ brand }) => brand);
  const lists = listed.length > 0 ? createLivingLists(store, listed, log) : undefined;
  const statistics = prefixes.some((prefix) => prefix.statistics)
    ? createStatistics({ store, log, now, lists, ...(interval !== undefined && { interval }) })
    : undefined;
  const cleanUpTimer = createCleanUpTimer(store, log, now);
  const app = Fastify({
    bodyLimit: MAX_BODY_BYTES,
    // X-Forwarded-For is only trusted from a server on this machine.
    trustProxy: 'loopback',
    routerOptions: { maxParamLength: 300 },
    // Called for a URL that cannot be decoded. It matches no route, so the handlers below do not run.
    frameworkErrors: (error, request, reply) => {
      void sendError(reply, toApiError(error, request.url, log), {});
    },
  });
  readJson(app);
  // Runs after the body has been read, so that all code that follows has the id of the request.
  app.addHook('preHandler', (request, _reply, done) => withRequestId(request.headers[REQUEST_ID_HEADER], done));
  app.setNotFoundHandler((_request, reply) =>
    sendError(reply, new ApiError('CALL_ABSENT', 'Nothing exists at this address.'), {}),
  );
  app.setErrorHandler((error, request, reply) => sendError(reply, toApiError(error, request.url, log), {}));
  addHealth(app, store, log);
  const version = createContentVersion(store);
  addContentVersion(app, { store, version, log, now });
  const { reference } = config;
  const addDocuments: FastifyPluginAsync | undefined = reference && ((scope) => addReference(scope, reference));
  if (addDocuments) app.register(addDocuments);
  const addMedia = createMediaRoutes({ media, log });
  for (const { prefix, brand, accounts = brand, measurementIds = [], site = siteOf(brand), ...more } of prefixes) {
    const { synonyms, livingLists = false, statistics: config } = more;
    const counted = statistics && config && statisticsOf(brand, config, statistics);
    app.register(
      (scope, _options, done) => {
        addCalls(scope, {
          brand,
          accounts,
          site,
          measurementIds,
          statistics: counted,
          livingLists,
          synonyms,
          state,
          checkResponses,
        });
        addMedia(scope);
        done();
      },
      { prefix },
    );
  }
  return {
    listen(port) {
      state.push.start();
      cleanUpTimer.start();
      return app.listen({ port, host: '127.0.0.1' }).catch((error: NodeJS.ErrnoException) => {
        throw portError(error, port);
      });
    },
    inject: (request) => app.inject(request),
    notifyOfNewChapters: state.push.checkNow,
    async close() {
      await app.close();
      await statistics?.close();
      await version.close();
      await state.textThreads.close();
      await state.push.close();
      await cleanUpTimer.close();
      await state.measurement.close();
      await state.mailer?.close();
    },
  };
}

const siteOf = (brand: string): Site => ({ origin: `http://${brand}.localhost`, name: brand });

/** Parses JSON, and also accepts an empty body, as in a POST without parameters. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {});
    else void parse(request, String(body), done);
  });
}
