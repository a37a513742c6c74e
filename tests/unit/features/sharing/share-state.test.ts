import { describe, expect, it } from 'vitest';
import type { ApiClient } from '#src/contract/client/types.ts';
import { loadStores, memoryPlatform } from '../../shell/state/memory-platform.ts';

const TOKEN = 'abcdefghijklmnopqrstuv';
const BOOK = { kind: 'book', id: 4, path: '/novel/4/Romance/Moon' } as const;

function upstream(answers: readonly (string | null)[]) {
  const requests: unknown[] = [];
  const client: ApiClient = async (call, params) => {
    const token = answers[requests.length] ?? null;
    requests.push(params);
    return token === null
      ? { success: 0, data: call.empty, errors: [{ code: 'CALL_ABSENT', message: '' }], status: 404 }
      : { success: 1, data: { share: { token, expires_at: '2027-01-01T00:00:00Z' } }, errors: [], status: 200 };
  };
  return { client, requests };
}

describe('shareLink', () => {
  it('returns a URL on this host in the language of the page', async () => {
    const { share, host } = await loadStores(memoryPlatform({}, upstream([TOKEN, TOKEN]).client));
    expect(await share.shareLink(BOOK)).toBe(`http://freenovel.localhost/${TOKEN}`);
    host.setPageContext({ apiPrefix: '/freenovel_api', locale: 'es' });
    expect(await share.shareLink({ ...BOOK, id: 5 })).toBe(`http://freenovel.localhost/es/${TOKEN}`);
  });

  it('requests the URL of each target once', async () => {
    const { client, requests } = upstream([TOKEN, TOKEN]);
    const { share } = await loadStores(memoryPlatform({}, client));
    await Promise.all([share.shareLink(BOOK), share.shareLink(BOOK)]);
    await share.shareLink({ ...BOOK, kind: 'help' });
    expect(requests).toEqual([
      { kind: 'book', id: 4 },
      { kind: 'help', id: 4 },
    ]);
  });

  it('returns the URL of the page itself while no token is available', async () => {
    const { share, messages } = await loadStores(memoryPlatform({}, upstream([null, TOKEN]).client));
    expect(await share.shareLink(BOOK)).toBe('http://freenovel.localhost/novel/4/Romance/Moon');
    expect(messages.$notification.get()).toBeNull();
    expect(await share.shareLink(BOOK)).toBe(`http://freenovel.localhost/${TOKEN}`);
  });
});
