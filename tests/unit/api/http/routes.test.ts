import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiState } from '#src/api/http/context.ts';
import type { ApiError } from '#src/api/http/error.ts';
import type { Caller } from '#src/api/http/refusals.ts';
import { addCalls } from '#src/api/http/routes.ts';
import { createPageStarts } from '#src/api/store/reads/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { createCallLimits } from '#src/api/visitors/rate-limits.ts';
import { type EmptyStore, openEmptyStore } from '../../../helpers/empty-store.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';
import { book } from '../../../integration/api/fixture.ts';

let open: EmptyStore;
let app: FastifyInstance;
const events: string[] = [];
const { log, lines } = recordingLog();

beforeAll(async () => {
  open = await openEmptyStore();
  await open.write(async (writer) => {
    await writer.putBook(book('a'));
    const event = { section: 7, book: 'a', inviter: 'Mo', needed: 5, helped: 1, expiresAt: '2027-01-01T00:00:00Z' };
    await writer.putHelpEvent(event);
  });
  const state = {
    store: open.store,
    starts: createPageStarts(open.store.catalogue),
    limits: createCallLimits(),
    log,
    now: () => new Date('2026-06-01T12:00:00Z'),
    refusals: {
      async note(call: string, { code }: ApiError, { address }: Caller) {
        events.push(`${call} ${code} ${address}`);
      },
    },
  } as unknown as ApiState;
  app = fastify();
  const site = { origin: 'https://ash.test', name: 'Ash' };
  addCalls(app, {
    brand: 'ash',
    accounts: 'ash',
    site,
    measurementIds: [],
    livingLists: false,
    state,
    checkResponses: true,
  });
});
beforeEach(() => {
  events.length = 0;
  lines.length = 0;
});
afterAll(() => open.close());

const ask = (url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET', headers = {}, payload = '{}') =>
  app.inject({
    url: `/v1/${url}`,
    method,
    headers: { ...headers, ...(method === 'POST' && { 'content-type': 'application/json' }) },
    ...(method === 'POST' && { payload }),
  });
const errorOf = ({ payload }: { payload: string }) =>
  JSON.parse(payload).errors[0] as { code: string; message: string };
const cacheOf = async (...args: Parameters<typeof ask>) => (await ask(...args)).headers['cache-control'];

describe('the URL of an API call', () => {
  it('accepts HEAD for calls that read, and returns no body', async () => {
    const [get, head] = [await ask('book.list'), await ask('book.list', 'HEAD')];
    expect([head.statusCode, head.payload, head.headers['etag']]).toEqual([200, '', get.headers['etag']]);
  });

  it.each([
    ['book.absent', 'GET', 'Unknown call book.absent.'],
    [`x${'y'.repeat(99)}`, 'GET', `Unknown call x${'y'.repeat(59)}.`],
    ['book.list', 'POST', 'The call book.list needs the method GET.'],
    ['search.multi', 'GET', 'The call search.multi needs the method POST.'],
  ] as const)('returns 404 for %s with the method %s', async (name, method, message) => {
    const answer = await ask(name, method);
    expect([answer.statusCode, errorOf(answer)]).toEqual([404, { code: 'CALL_ABSENT', message }]);
    expect(events).toEqual([]);
  });
});

describe('the response to an API call', () => {
  it('is no-cache if it is the same for all visitors', async () => {
    expect(await cacheOf('book.list')).toBe('no-cache');
    expect(await cacheOf('book.list', 'GET', { authorization: 'Basic x' })).toBe('no-cache');
  });

  it('is no-store if it depends on a visitor or a device', async () => {
    expect(await cacheOf('book.list', 'GET', { authorization: 'Bearer not-a-token' })).toBe('no-store');
    expect(await cacheOf('event.inviteActivityHelpPage?active_id=1')).toBe('no-store');
    expect(await cacheOf('search.multi', 'POST', {}, '{"keyword":"dragon"}')).toBe('no-store');
  });
});

describe('a rejected API call', () => {
  it("gets the call's empty data, and is logged with the caller's IP address", async () => {
    const answer = await ask('user.profile');
    expect([answer.statusCode, errorOf(answer).code]).toEqual([401, 'UNAUTHORIZED']);
    expect(JSON.parse(answer.payload)).toMatchObject({ success: 0, data: { user: null } });
    expect(events).toEqual(['user.profile UNAUTHORIZED 127.0.0.1']);
  });

  it('is not logged as a security event if its section is invalid', async () => {
    expect((await ask('book.list?section=x')).statusCode).toBe(400);
    expect(events).toEqual([]);
  });

  it('deletes an invalid cookie', async () => {
    const headers = { cookie: '__Host-lectern_session=old', 'x-app-version': '1' };
    const answer = await ask('auth.refresh', 'POST', headers);
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([
      401,
      [expect.stringContaining('__Host-lectern_session=; Max-Age=0;')],
    ]);
    expect((await ask('auth.refresh', 'POST', { 'x-app-version': '1' })).headers['set-cookie']).toBeUndefined();
  });
});

it('a response that violates the contract is replaced with a 500, and the log names the call', async () => {
  await open.store.catalogue.run(sql`UPDATE books SET rating = 99`);
  const answer = await ask('book.show?book_id=1');
  expect([answer.statusCode, errorOf(answer).code]).toEqual([500, 'INTERNAL']);
  expect(lines.join()).toContain('book.show failed');
});
