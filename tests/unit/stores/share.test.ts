import { describe, expect, it } from 'vitest';
import type { ApiClient } from '#src/api-client/types.ts';
import { loadStores, memoryPlatform } from './memory-platform.ts';

const TOKEN = 'abcdefghijklmnopqrstuv';
const BOOK = { kind: 'book', id: 4, path: '/novel/4/Romance/Moon' } as const;

function upstream(answers: readonly (string | null)[]) {
  const asked: unknown[] = [];
  const client: ApiClient = async (call, params) => {
    const token = answers[asked.length] ?? null;
    asked.push(params);
    return token === null
      ? { success: 0, data: call.empty, errors: [{ code: 'CALL_ABSENT', message: '' }], status: 404 }
      : { success: 1, data: { share: { token, expires_at: '2027-01-01T00:00:00Z' } }, errors: [], status: 200 };
  };
  return { client, asked };
}

describe('shareLink', () => {
  it('is an address on this host, in the language of the page', async () => {
    const { share, host } = await loadStores(memoryPlatform({}, upstream([TOKEN, TOKEN]).client));
    expect(await share.shareLink(BOOK)).toBe(`http://freenovel.localhost/${TOKEN}`);
    host.setPageContext({ apiPrefix: '/freenovel_api', locale: 'es' });
    expect(await share.shareLink({ ...BOOK, id: 5 })).toBe(`http://freenovel.localhost/es/${TOKEN}`);
  });

  it('is asked for once for a target', async () => {
    const { client, asked } = upstream([TOKEN, TOKEN]);
    const { share } = await loadStores(memoryPlatform({}, client));
    await Promise.all([share.shareLink(BOOK), share.shareLink(BOOK)]);
    await share.shareLink({ ...BOOK, kind: 'help' });
    expect(asked).toEqual([
      { kind: 'book', id: 4 },
      { kind: 'help', id: 4 },
    ]);
  });

  it('is the page itself where there is no token, and a token as soon as there is one', async () => {
    const { share, messages } = await loadStores(memoryPlatform({}, upstream([null, TOKEN]).client));
    expect(await share.shareLink(BOOK)).toBe('http://freenovel.localhost/novel/4/Romance/Moon');
    expect(messages.$notification.get()).toBeNull();
    expect(await share.shareLink(BOOK)).toBe(`http://freenovel.localhost/${TOKEN}`);
  });
});
