import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { ApiError } from '#src/api/http/error.ts';
import { etagOf, sendData, sendError, toApiError } from '#src/api/http/reply.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';

describe('etagOf', () => {
  it('returns a strong ETag that depends on the content', () => {
    expect(etagOf('a')).toMatch(/^"[0-9a-f]{32}"$/);
    expect(etagOf('a')).toBe(etagOf(Buffer.from('a')));
    expect(etagOf('a')).not.toBe(etagOf('b'));
  });
});

/** A server that responds to every GET and POST with the same data. */
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

describe('the reply to an API call', () => {
  it('is JSON with an ETag, or a 304 if the request contains this ETag', async () => {
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

  it('is sent in full and without an ETag for a POST', async () => {
    const headers = { 'if-none-match': '*' };
    const answer = await server('no-store').inject({ method: 'POST', url: '/', headers });
    expect([answer.statusCode, answer.payload, answer.headers['etag']]).toEqual([200, BODY, undefined]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

it("an error response is not cached, and contains the call's empty data and all messages, starting with the message for the visitor", async () => {
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

describe('an error thrown by an API call', () => {
  const errorReply = (error: unknown) => {
    const { log, lines } = recordingLog();
    const { code, status, message, headers } = toApiError(error, 'book.show', log);
    const logged = lines.map((line) => JSON.parse(line) as { level: string; msg: string; stack?: string });
    return { code, status, message, wait: headers['retry-after'], logged };
  };
  const failure = (message: string, members: object) => Object.assign(new Error(message), members);

  it('is sent unchanged if it is meant for the caller', () => {
    const error = new ApiError('GONE', 'It was taken down.');
    const { log, lines } = recordingLog();
    expect([toApiError(error, 'x', log), lines]).toEqual([error, []]);
  });

  it.each([
    [413, 'PAYLOAD_TOO_LARGE', 413, 'The request is too large.'],
    [400, 'BAD_REQUEST', 400, 'odd'],
    [415, 'BAD_REQUEST', 400, 'odd'],
    [499, 'BAD_REQUEST', 400, 'odd'],
  ])(
    'is treated as a client error if Fastify throws it with status %i, and is not logged',
    (statusCode, code, status, message) => {
      expect(errorReply(failure('odd', { statusCode }))).toEqual({
        code,
        status,
        message,
        wait: undefined,
        logged: [],
      });
    },
  );

  it('is sent as 503 with a Retry-After of a minute if the disk is full', () => {
    const { logged, ...error } = errorReply(failure('write failed', { code: 'ENOSPC', syscall: 'write' }));
    expect(error).toMatchObject({ code: 'UNAVAILABLE', status: 503, wait: '60' });
    expect(logged).toMatchObject([
      { level: 'error', msg: expect.stringContaining('book.show failed: The disk is full') },
    ]);
  });

  it('is sent as 503 with a Retry-After of a second if the database connection is lost, and is logged as a warning', () => {
    const { logged, ...error } = errorReply(failure('Connection terminated unexpectedly', {}));
    expect(error).toMatchObject({ code: 'UNAVAILABLE', status: 503, wait: '1' });
    expect(logged).toMatchObject([{ level: 'warn' }]);
  });

  it.each([
    ['an error', failure('secret of ours', {}), true],
    ['an error with status 500', failure('secret of ours', { statusCode: 500 }), true],
    ['not an Error', 'secret of ours', false],
  ])('is logged with its stack and sent without details if it is %s', (_what, error, hasStack) => {
    const { logged, ...answer } = errorReply(error);
    expect(answer).toMatchObject({ code: 'INTERNAL', status: 500, message: 'Something went wrong on our side.' });
    expect(logged).toMatchObject([{ level: 'error', msg: 'book.show failed: secret of ours' }]);
    expect(logged[0]?.stack !== undefined).toBe(hasStack);
  });
});
