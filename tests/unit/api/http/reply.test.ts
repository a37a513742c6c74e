import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { ApiError } from '#src/api/http/error.ts';
import { etagOf, sendData, sendError, toApiError } from '#src/api/http/reply.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';

describe('etagOf', () => {
  it('is strong and differs with the content', () => {
    expect(etagOf('a')).toMatch(/^"[0-9a-f]{32}"$/);
    expect(etagOf('a')).toBe(etagOf(Buffer.from('a')));
    expect(etagOf('a')).not.toBe(etagOf('b'));
  });
});

/** A server that answers every GET and POST with the same data. */
function server(cache: 'no-store' | 'no-cache' = 'no-cache') {
  const app = fastify();
  app.get('/', (request, reply) => sendData(request, reply, { items: [1] }, cache));
  app.post('/', (request, reply) => sendData(request, reply, { items: [1] }, cache));
  app.get('/error', (_request, reply) =>
    sendError(reply, new ApiError('RATE_LIMITED', ['one', 'two'], { 'retry-after': '9' }), { items: [] }),
  );
  return app;
}
const BODY = '{"success":1,"data":{"items":[1]},"errors":[]}';

describe('the data of a call', () => {
  it('is JSON with a validator, and is not sent to who has it', async () => {
    const app = server();
    const first = await app.inject('/');
    const etag = etagOf(BODY);
    expect([first.statusCode, first.payload]).toEqual([200, BODY]);
    expect(first.headers).toMatchObject({
      etag,
      'cache-control': 'no-cache',
      'content-type': 'application/json; charset=utf-8',
    });
    const again = await app.inject({ url: '/', headers: { 'if-none-match': `"x", W/${etag}` } });
    expect([again.statusCode, again.payload, again.headers['etag']]).toEqual([304, '', etag]);
    const other = await app.inject({ url: '/', headers: { 'if-none-match': '"x"' } });
    expect([other.statusCode, other.payload]).toEqual([200, BODY]);
  });

  it('of a POST has no validator and is always sent', async () => {
    const headers = { 'if-none-match': '*' };
    const answer = await server('no-store').inject({ method: 'POST', url: '/', headers });
    expect([answer.statusCode, answer.payload, answer.headers['etag']]).toEqual([200, BODY, undefined]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

it('an error has the empty data of its call, every message, the first as text for the visitor, and is kept by nobody', async () => {
  const { statusCode, headers, payload } = await server().inject('/error');
  expect(statusCode).toBe(429);
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '9' });
  expect(JSON.parse(payload)).toEqual({
    success: 0,
    data: { items: [] },
    errors: [
      { code: 'RATE_LIMITED', message: 'one' },
      { code: 'RATE_LIMITED', message: 'two' },
    ],
    desc: 'one',
  });
});

describe('what was thrown', () => {
  const told = (error: unknown) => {
    const { log, lines } = recordingLog();
    const { code, status, message, headers } = toApiError(error, 'book.show', log);
    const logged = lines.map((line) => JSON.parse(line) as { level: string; msg: string; stack?: string });
    return { code, status, message, wait: headers['retry-after'], logged };
  };
  const failure = (message: string, members: object) => Object.assign(new Error(message), members);

  it('is told as it is where it is meant for the caller', () => {
    const error = new ApiError('GONE', 'It was taken down.');
    const { log, lines } = recordingLog();
    expect([toApiError(error, 'x', log), lines]).toEqual([error, []]);
  });

  it.each([
    [413, 'PAYLOAD_TOO_LARGE', 413, 'That is too much at once.'],
    [400, 'BAD_REQUEST', 400, 'odd'],
    [415, 'BAD_REQUEST', 400, 'odd'],
    [499, 'BAD_REQUEST', 400, 'odd'],
  ])('by the framework with status %i is the caller’s, and is not logged', (statusCode, code, status, message) => {
    expect(told(failure('odd', { statusCode }))).toEqual({ code, status, message, wait: undefined, logged: [] });
  });

  it('on a full disk is told to come again in a minute', () => {
    const { logged, ...error } = told(failure('write failed', { code: 'ENOSPC', syscall: 'write' }));
    expect(error).toMatchObject({ code: 'UNAVAILABLE', status: 503, wait: '60' });
    expect(logged).toMatchObject([
      { level: 'error', msg: expect.stringContaining('book.show failed: The disk is full') },
    ]);
  });

  it('by a database that is busy is told to come again at once, and only warned of', () => {
    const { logged, ...error } = told(failure('Connection terminated unexpectedly', {}));
    expect(error).toMatchObject({ code: 'UNAVAILABLE', status: 503, wait: '1' });
    expect(logged).toMatchObject([{ level: 'warn' }]);
  });

  it.each([
    ['an error', failure('secret of ours', {}), true],
    ['an error of a status of 500', failure('secret of ours', { statusCode: 500 }), true],
    ['no error at all', 'secret of ours', false],
  ])('that is %s is logged, with where it came from, and told without details', (_what, error, hasStack) => {
    const { logged, ...answer } = told(error);
    expect(answer).toMatchObject({ code: 'INTERNAL', status: 500, message: 'Something went wrong on our side.' });
    expect(logged).toMatchObject([{ level: 'error', msg: 'book.show failed: secret of ours' }]);
    expect(logged[0]?.stack !== undefined).toBe(hasStack);
  });
});
