import { Readable } from 'node:stream';
import * as v from 'valibot';
import { AdminError, found } from '../http/error.ts';
import { checked } from '../http/input.ts';
import { type AdminRequest, type Route, staffOf } from '../http/route.ts';
import type { PublishRun } from './runs.ts';
import type { PagePlan } from './types.ts';

export const PUBLISH_ROUTES: readonly Route[] = [
  { method: 'POST', path: '/publish/plan', act: 'publish.plan', run: plan },
  { method: 'POST', path: '/publish', act: 'publish.start', run: start },
  {
    method: 'GET',
    path: '/publish',
    act: 'publish.read',
    run: ({ admin }) => ({ body: { data: admin.publisher.runs(), total: admin.publisher.runs().length } }),
  },
  {
    method: 'GET',
    path: '/publish/:run',
    act: 'publish.read',
    run: (request) => ({ body: { data: runOf(request) } }),
  },
  { method: 'DELETE', path: '/publish/:run', act: 'publish.cancel', run: cancel },
  { method: 'GET', path: '/publish/:run/events', act: 'publish.read', run: events },
];

const Brands = v.object({ brands: v.optional(v.pipe(v.array(v.string()), v.minLength(1, 'has to name a brand'))) });

/** The brands that the body names, each once; all of them where it names none. @throws AdminError invalid */
async function brandsOf({ admin, body }: AdminRequest): Promise<string[]> {
  const { brands } = checked(Brands, body ?? {});
  const known = (await admin.brands()).map(({ id }) => id);
  const unknown = (brands ?? []).filter((id) => !known.includes(id));
  if (unknown.length === 0) return [...new Set(brands ?? known)];
  const message = `has to name brands: there is no ${unknown.join(', ')}`;
  throw new AdminError('invalid', `brands: ${message}`, { fields: { brands: message } });
}

const MOST_PATHS = 1000;

async function plan(request: AdminRequest) {
  const pages = await request.admin.publisher.plan(await brandsOf(request));
  return { body: { data: { pages: pages.map(shortened) } } };
}

/** How many pages there are of each kind, and the first of them by name. */
const shortened = ({ brand, added, changed, removed }: PagePlan) => ({
  brand,
  added: added.slice(0, MOST_PATHS),
  changed: changed.slice(0, MOST_PATHS),
  removed: removed.slice(0, MOST_PATHS),
  counts: { added: added.length, changed: changed.length, removed: removed.length },
});

async function start(request: AdminRequest) {
  const { admin } = request;
  const { id, email } = staffOf(request);
  const brands = await brandsOf(request);
  const run = admin.publisher.start(brands, email);
  admin.log.info('somebody publishes', { user: id, run: run.id, brands });
  return { status: 202, body: { data: { run: run.id, ...run } } };
}

/** Answers before the run has ended: its events tell that. */
function cancel(request: AdminRequest) {
  const { id } = runOf(request);
  request.admin.publisher.cancel(id);
  request.admin.log.info('somebody cancels a publish', { user: staffOf(request).id, run: id });
  return { status: 202, body: { data: runOf(request) } };
}

const runOf = ({ admin, params }: AdminRequest): PublishRun => found(admin.publisher.run(params['run'] ?? ''), 'run');

/** Server-sent events: the whole run whenever it changes, and `end` after the last one. */
function events(request: AdminRequest) {
  const { id } = runOf(request);
  const left = new AbortController();
  const lines = async function* () {
    for await (const run of request.admin.publisher.changes(id, left.signal))
      yield `event: run\ndata: ${JSON.stringify(run)}\n\n`;
    yield 'event: end\ndata: {}\n\n';
  };
  const stream = Readable.from(lines(), { objectMode: false });
  stream.once('close', () => left.abort());
  // The connection ends with it: the admin, when it is stopped, waits for open ones.
  const headers = {
    connection: 'close',
    'x-accel-buffering': 'no',
    'content-type': 'text/event-stream; charset=utf-8',
  };
  return { headers, stream };
}
