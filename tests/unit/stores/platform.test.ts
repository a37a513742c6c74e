import { describe, expect, it, vi } from 'vitest';
import { bookShow } from '#src/contract/calls/book.ts';
import { WAITING_EVENT } from '#src/lib/browser-events.ts';
import { deviceKindOf, platform, randomUuid, setPlatform } from '#src/stores/platform.ts';

describe('deviceKindOf', () => {
  it.each([
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 'android'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 'ios'],
    ['Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X)', 'ios'],
    ['Mozilla/5.0 (X11; Linux x86_64)', 'desktop'],
    ['Mozilla/5.0 (X11; CrOS x86_64 16093.0.0)', 'desktop'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'desktop'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'desktop'],
    ['curl/8.5', 'other'],
  ])('%s is %s', (agent, kind) => expect(deviceKindOf(agent)).toBe(kind));
});

describe('setPlatform', () => {
  it('replaces parts until it is called without any', () => {
    setPlatform({ now: () => 7 });
    expect(platform().now()).toBe(7);
    setPlatform();
    expect(platform().now()).toBeGreaterThan(7);
  });
});

describe('randomUuid', () => {
  it('makes version 4 ids that differ', () => {
    const ids = Array.from({ length: 200 }, () => randomUuid());
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(ids).size).toBe(200);
  });
});

/** As much of a browser as the platform asks. */
function stubBrowser(parts: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(parts)) vi.stubGlobal(name, value);
}

const storageOf = (values: Map<string, string>) => ({
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => void values.set(key, value),
  removeItem: (key: string) => void values.delete(key),
});

describe('the browser as a platform', () => {
  it('keeps for all tabs and for the tab alone in two places', () => {
    const [local, session] = [new Map<string, string>(), new Map<string, string>()];
    stubBrowser({ localStorage: storageOf(local), sessionStorage: storageOf(session) });
    platform().storage.set('a', '1');
    platform().tabStorage.set('b', '2');
    expect([[...local], [...session]]).toEqual([[['a', '1']], [['b', '2']]]);
    expect([platform().storage.get('b'), platform().tabStorage.get('b')]).toEqual([null, '2']);
  });

  it('reads the page it is in', () => {
    const assign = vi.fn();
    stubBrowser({
      document: { cookie: 'a=1; theme=night' },
      location: { hostname: 'ash.test', origin: 'https://ash.test:8443', assign },
    });
    const { cookie, domain, origin, goTo } = platform();
    expect([cookie('theme'), cookie('heme'), domain(), origin()]).toEqual([
      'night',
      undefined,
      'ash.test',
      'https://ash.test:8443',
    ]);
    goTo('/history');
    expect(assign.mock.calls).toEqual([['/history']]);
  });

  it('says how many calls are under way, where anybody listens', () => {
    const dispatchEvent = vi.fn((_event: CustomEvent<number>) => true);
    stubBrowser({ dispatchEvent });
    platform().waiting(2);
    expect(dispatchEvent.mock.calls.map(([{ type, detail }]) => [type, detail])).toEqual([[WAITING_EVENT, 2]]);
    stubBrowser({ dispatchEvent: undefined });
    expect(() => platform().waiting(0)).not.toThrow();
  });

  it.each([
    [{ onLine: false }, false],
    [{ onLine: true }, true],
    [{}, true],
    [undefined, true],
  ])('is online unless the browser says that it is not: %o', (navigator, is) => {
    stubBrowser({ navigator });
    expect(platform().isOnline()).toBe(is);
  });

  it('tells of a visitor who comes back, leaves or has a connection again', () => {
    const [page, document] = [new EventTarget(), new EventTarget()];
    stubBrowser({ addEventListener: page.addEventListener.bind(page), document });
    const run = vi.fn();
    platform().onReturn(run);
    page.dispatchEvent(new Event('online'));
    page.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
    expect(run).toHaveBeenCalledTimes(3);
    page.dispatchEvent(new Event('offline'));
    page.dispatchEvent(new Event('visibilitychange'));
    expect(run).toHaveBeenCalledTimes(3);
  });

  it('works alone under a lock of that name, and at once where there are no locks', async () => {
    const asked: string[] = [];
    const request = async (name: string, work: () => unknown) => {
      asked.push(name);
      return work();
    };
    stubBrowser({ navigator: { locks: { request } } });
    expect(await platform().alone('renew', async () => 7)).toBe(7);
    stubBrowser({ navigator: {} });
    expect(await platform().alone('renew', async () => 8)).toBe(8);
    expect(asked).toEqual(['renew']);
  });

  it('knows what kind of device it is on', () => {
    stubBrowser({ navigator: { userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9)' } });
    expect(platform().deviceKind()).toBe('android');
  });

  it('speaks where it can', () => {
    expect(platform().synthesis()).toBeUndefined();
    const speechSynthesis = {};
    const Utterance = class {
      readonly text: string;
      constructor(text: string) {
        this.text = text;
      }
    };
    stubBrowser({ speechSynthesis, SpeechSynthesisUtterance: Utterance });
    expect(platform().synthesis()).toBe(speechSynthesis);
    expect(platform().utterance('once').text).toBe('once');
  });

  it('has neither notifications nor room for books where the browser has none', () => {
    stubBrowser({ navigator: {} });
    expect([platform().push(), platform().downloadStorage()]).toEqual([undefined, undefined]);
  });
});

describe('a call from the browser', () => {
  const params = { book_id: 7 } as never;
  const context = { locale: 'en_US', token: '', deviceUuid: '' } as never;

  it('goes below the prefix that it was given', async () => {
    const asked: string[] = [];
    stubBrowser({
      fetch: async (url: string) => {
        asked.push(url);
        return new Response('{}', { status: 404 });
      },
    });
    await platform().client('/ash_api')(bookShow, params, context);
    expect(asked).toEqual([expect.stringMatching(/^\/ash_api\/v1\/book\.show\b/)]);
  });

  it.each([
    [
      'as a call without a connection where its code does not arrive',
      'Importing a module script failed.',
      'CLIENT_NETWORK',
    ],
    ['as an exception where its code throws', 'Promise.withResolvers is not a function', 'CLIENT_EXCEPTION'],
  ])('fails %s', async (_how, message, code) => {
    vi.stubGlobal('fetch', () => {});
    vi.doMock('#src/api-client/client.browser.ts', () => ({
      createBrowserClient: () => {
        throw new TypeError(message);
      },
    }));
    vi.resetModules();
    const fresh = await import('#src/stores/platform.ts');
    const result = await fresh.platform().client('/ash_api')(bookShow, params, context);
    vi.doUnmock('#src/api-client/client.browser.ts');
    expect(result).toMatchObject({ success: 0, status: 0, errors: [{ code }], data: bookShow.empty });
  });
});
