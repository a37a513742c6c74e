import { afterEach, describe, expect, it } from 'vitest';
import { bookBrief, bookShow } from '#src/contract/calls/book.ts';
import { bannerIndex } from '#src/contract/calls/list.ts';
import { userProfile } from '#src/contract/calls/user.ts';
import {
  type Answerer,
  refuse,
  type ScriptedServer,
  startScriptedServer,
  succeed,
} from '../../../helpers/scripted-server.ts';
import { DEVICE, type MemoryPlatform } from '../../../unit/shell/state/memory-platform.ts';
import { startDevice } from './upstream.ts';

const servers: ScriptedServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(answer: Answerer, parts: Partial<MemoryPlatform> = {}) {
  const server = await startScriptedServer(answer);
  servers.push(server);
  const device = await startDevice(server.origin, { randomUuid: () => DEVICE, ...parts });
  return { ...device, seen: server.seen };
}

const none = (response: Parameters<Answerer>[0]) => succeed(response, { book: null });
const token = 'abcdef0123456789';

describe('callUpstream', () => {
  it('sends the call under the prefix of the page, with the token, device id and language of the visitor', async () => {
    const { stores, seen } = await start(none);
    stores.host.setPageContext({ apiPrefix: '/joyfic_api', locale: 'es' });
    stores.local.$token.set(token);
    await stores.upstream.callUpstream(bookShow, { book_id: 1 });
    expect(seen[0]).toMatchObject({
      path: '/joyfic_api/v1/book.show',
      query: { book_id: '1', section: '9', lang: 'es-ES' },
      headers: { authorization: `Bearer ${token}`, 'device-uuid': DEVICE },
    });
    expect(stores.host.$domain.get()).toBe('freenovel.localhost');
  });

  it('reports the number of calls in progress', async () => {
    const { stores, platform } = await start(none);
    const call = () => stores.upstream.callUpstream(bookShow, { book_id: 1 });
    await Promise.all([call(), call()]);
    expect(platform.waited).toEqual([1, 2, 1, 0]);
  });

  it('logs a failed call', async () => {
    const { stores, platform } = await start((response) => void response.writeHead(503).end());
    await stores.upstream.callUpstream(bookShow, { book_id: 1 });
    expect(platform.logged).toEqual([expect.stringMatching(/^book\.show: 503 /)]);
  });

  it('creates the device id only once', async () => {
    const ids = Array.from({ length: 3 }, () => crypto.randomUUID());
    const [first] = ids;
    const { stores, platform, seen } = await start(none, { randomUuid: () => ids.shift() ?? '' });
    await stores.upstream.callUpstream(bookShow, { book_id: 1 });
    await stores.upstream.callUpstream(bookShow, { book_id: 2 });
    expect(seen.map(({ headers }) => headers['device-uuid'])).toEqual([first, first]);
    expect([platform.saved.get('local_uid'), stores.auth.$deviceUuid.get()]).toEqual([first, first]);
  });

  it.each([
    ['9', '9'],
    ['25', '7'],
    ['4711', '7'],
    ['', '7'],
    [undefined, '7'],
  ])(
    'with the cookie section=%s searches in section %s, but reads books in the section of the page',
    async (cookie, section) => {
      const { stores, seen } = await start(none, { cookie: () => cookie });
      const content = stores.types.searchedContent(['en', 'es']);
      await stores.types.suggest('moon', content);
      await stores.upstream.callUpstream(bookShow, { book_id: 1 });
      expect(seen.map(({ query }) => query['section'])).toEqual([section, '7']);
    },
  );

  it('resets the initial loading flag after the first call', async () => {
    const { stores } = await start(none);
    expect(stores.host.$loading.get()).toBe(true);
    await stores.upstream.callUpstream(bookShow, { book_id: 1 });
    expect(stores.host.$loading.get()).toBe(false);
  });

  it.each([
    ['404 with a text', 404, 'Gone fishing', 'Gone fishing'],
    ['404 without a text', 404, undefined, 'Has Error'],
    ['a different status', 403, 'secret', 'Forbidden'],
  ])('notifies the visitor of %s', async (_name, status, desc, message) => {
    const { stores } = await start((response) => refuse(response, status, 'NO', desc));
    await stores.upstream.callUpstream(bannerIndex, {});
    expect(stores.messages.$notification.get()).toBe(message);
  });

  it('redirects to /400 in the language of the page after a 400, unless the page shows the error or the call runs in the background', async () => {
    const { stores, platform } = await start((response) => refuse(response, 400, 'BAD_REQUEST'));
    await stores.upstream.callUpstream(userProfile, {});
    await stores.upstream.callUpstream(bookBrief, { ids: '1' });
    expect([platform.visited, stores.messages.$notification.get()]).toEqual([[], null]);
    await stores.upstream.callUpstream(bannerIndex, {});
    expect(platform.visited).toEqual(['/400']);
    expect(stores.messages.$notification.get()).toBeNull();
    stores.host.setPageContext({ apiPrefix: '/public', locale: 'es' });
    await stores.upstream.callUpstream(bannerIndex, {});
    expect(platform.visited).toEqual(['/400', '/es/400']);
  });

  it('signs the visitor out if the upstream rejects the token, unless a newer token is stored', async () => {
    let newer = '';
    const { stores } = await start((response) => {
      if (newer) stores.local.$token.set(newer);
      refuse(response, 401, 'UNAUTHORIZED');
    });
    stores.local.$token.set(token);
    await stores.upstream.callUpstream(userProfile, {});
    expect(stores.auth.$isLogin.get()).toBe(false);
    newer = 'newer-token-newer-token';
    stores.local.$token.set(token);
    await stores.upstream.callUpstream(userProfile, {});
    expect(stores.local.$token.get()).toBe(newer);
  });
});
