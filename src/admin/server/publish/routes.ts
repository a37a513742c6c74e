import { Readable } from 'node:stream';
import * as v from 'valibot';
import type { Answer, ListAnswer } from '#src/admin/contract/answers.ts';
import type { PlanAnswer, PublishRun } from '#src/admin/contract/publish.ts';
import { AdminError, orNotFound } from '../http/error.ts';
import { parseBody } from '../http/input.ts';
import { type AdminRequest, type Route, staffOf } from '../http/route.ts';

export const PUBLISH_ROUTES: readonly Route[] = [
  { method: 'POST', path: '/publish/plan', act: 'publish.plan', run: plan },
  { method: 'POST', path: '/publish', act: 'publish.start', run: start },
  {
    method: 'GET',
    path: '/publish',
    act: 'publish.read',
    run({ admin }) {
      const runs = admin.publisher.runs();
      return { body: { data: runs, total: runs.length } satisfies ListAnswer<PublishRun> };
    },
  },
  {
    method: 'GET',
    path: '/publish/:run',
    act: 'publish.read',
    run: (request) => ({ body: answerRun(request) }),
  },
  { method: 'DELETE', path: '/publish/:run', act: 'publish.cancel', run: cancel },
  { method: 'GET', path: '/publish/:run/events', act: 'publish.read', run: events },
];

const Brands = v.object({
  brands: v.optional(v.pipe(v.array(v.string()), v.minLength(1, 'must name at least one brand'))),
});

/**
 * Returns the distinct ids of the brands in the body, or all brands if the body has no list.
 * @throws AdminError invalid
 */
async function brandsOf({ admin, body }: AdminRequest): Promise<string[]> {
  const { brands } = parseBody(Brands, body ?? {});
  const allIds = (await admin.brands()).map(({ id }) => id);
  const unknownIds = (brands ?? []).filter((id) => !allIds.includes(id));
  if (unknownIds.length === 0) return [...new Set(brands ?? allIds)];
  const message = `names unknown brands: ${unknownIds.join(', ')}`;
  throw new AdminError('invalid', `brands: ${message}`, { fields: { brands: message } });
}

async function plan(request: AdminRequest) {
  const pages = await request.admin.publisher.plan(await brandsOf(request));
  return { body: { data: { pages } } satisfies Answer<PlanAnswer> };
}

async function start(request: AdminRequest) {
  const { admin } = request;
  const { id, email } = staffOf(request);
  const brands = await brandsOf(request);
  const run = admin.publisher.start(brands, email);
  admin.log.info('publish started', { user: id, run: run.id, brands });
  return { status: 202, body: { data: run } satisfies Answer<PublishRun> };
}

/** Returns before the run has ended: the run's event stream reports the end. */
function cancel(request: AdminRequest) {
  const { id } = runOf(request);
  request.admin.publisher.cancel(id);
  request.admin.log.info('publish cancelled', { user: staffOf(request).id, run: id });
  return { status: 202, body: answerRun(request) };
}

const runOf = ({ admin, params }: AdminRequest): PublishRun =>
  orNotFound(admin.publisher.run(params['run'] ?? ''), 'run');

const answerRun = (request: AdminRequest): Answer<PublishRun> => ({ data: runOf(request) });

/** Server-sent events: `run` with the complete run after each change, then `end`. */
function events(request: AdminRequest) {
  const { id } = runOf(request);
  const closed = new AbortController();
  const lines = async function* () {
    for await (const run of request.admin.publisher.changes(id, closed.signal))
      yield `event: run\ndata: ${JSON.stringify(run)}\n\n`;
    yield 'event: end\ndata: {}\n\n';
  };
  const stream = Readable.from(lines(), { objectMode: false });
  stream.once('close', () => closed.abort());
  // Closing the server waits for open connections, so this connection must not be kept alive.
  const headers = {
    connection: 'close',
    'x-accel-buffering': 'no',
    'content-type': 'text/event-stream; charset=utf-8',
  };
  return { headers, stream };
}
