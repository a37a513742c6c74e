import { describe, expect, it } from 'vitest';
import { pushKey } from '#src/contract/calls/push.ts';
import { searchPopular } from '#src/contract/calls/suggestion.ts';
import { bookShow } from '#src/contract/index.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { ABSENT_CALLS } from '#src/shell/state/storage-keys.ts';
import { createUpstreamClient, RETRY_ABSENT_MS } from '#src/shell/state/upstream-client.ts';
import { memoryPlatform } from './memory-platform.ts';

const context = { locale: LOCALES.en };
const START = Date.parse('2026-05-01T12:00:00Z');

/** A page of a tab whose upstream responds to every call with this error. */
function pageOf(platform = memoryPlatform(), code = 'CALL_ABSENT', status = 404) {
  const sent: string[] = [];
  const answer = async (url: unknown) => {
    sent.push(String(url).replace(/^.*v1\/|\?.*$/g, ''));
    const body = { success: 0, data: null, errors: [{ code, message: 'no' }] };
    return Response.json(body, { status });
  };
  const fetch = answer as typeof globalThis.fetch;
  return {
    platform,
    sent,
    call: createUpstreamClient({ prefix: '/public', origin: 'http://site.test', fetch }, platform),
  };
}

describe('a call that the upstream lacks', () => {
  it('is sent once by all pages of a tab, and gets the same result each time', async () => {
    const { platform, sent, call } = pageOf();
    const result = await call(pushKey, {}, context);
    expect(result).toMatchObject({ success: 0, status: 404, errors: [{ code: 'CALL_ABSENT' }], data: { key: null } });
    const next = pageOf(platform);
    expect(await next.call(pushKey, {}, context)).toMatchObject({
      success: 0,
      status: 404,
      errors: [{ code: 'CALL_ABSENT' }],
      data: { key: null },
    });
    expect([sent, next.sent]).toEqual([['push.key'], []]);
  });

  it('does not prevent other calls', async () => {
    const { sent, call } = pageOf();
    for (const each of [pushKey, searchPopular, pushKey, searchPopular]) await call(each, {}, context);
    expect(sent).toEqual(['push.key', 'search.popular']);
  });

  it.each([
    ['after some minutes', RETRY_ABSENT_MS],
    ['after the clock was set back', -RETRY_ABSENT_MS],
  ])('is sent again %s', async (_title, passedMs) => {
    const { platform, sent, call } = pageOf();
    await call(pushKey, {}, context);
    platform.setNow(new Date(START + passedMs).toISOString());
    await call(pushKey, {}, context);
    await call(pushKey, {}, context);
    expect(sent).toEqual(['push.key', 'push.key']);
  });

  it.each(['', 'null', '[', '{"push.key":"x"}', '7'])('is sent although the stored value is "%s"', async (text) => {
    const { platform, sent, call } = pageOf();
    platform.tabStorage.set(ABSENT_CALLS, text);
    for (let index = 0; index < 2; index += 1) await call(pushKey, {}, context);
    expect(sent).toEqual(['push.key']);
  });
});

describe('a call that fails for another reason', () => {
  it.each([
    ['NOT_FOUND', 404],
    ['UNAVAILABLE', 503],
  ])('is sent again after %s', async (code, status) => {
    const { sent, call } = pageOf(memoryPlatform(), code, status);
    await call(pushKey, {}, context);
    const once = sent.length;
    await call(pushKey, {}, context);
    expect(sent).toHaveLength(2 * once);
  });

  it('is sent again if the contract requires it', async () => {
    const { sent, call } = pageOf();
    for (let index = 0; index < 2; index += 1) await call(bookShow, { book_id: 1 }, context);
    expect(sent).toEqual(['book.show', 'book.show']);
  });
});
