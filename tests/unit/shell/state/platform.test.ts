import { describe, expect, it, vi } from 'vitest';
import { bookShow } from '#src/contract/calls/book.ts';
import { WAITING_EVENT } from '#src/shell/state/browser-events.ts';
import { deviceKindOf, platform, randomUuid, setPlatform } from '#src/shell/state/platform.ts';

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
  ])('classifies %s as %s', (agent, kind) => expect(deviceKindOf(agent)).toBe(kind));
});

describe('setPlatform', () => {
  it('overrides parts of the platform until it is called without arguments', () => {
    setPlatform({ now: () => 7 });
    expect(platform().now()).toBe(7);
    setPlatform();
    expect(platform().now()).toBeGreaterThan(7);
  });
});

describe('randomUuid', () => {
  it('returns a different version 4 UUID on each call', () => {
    const ids = Array.from({ length: 200 }, () => randomUuid());
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(ids).size).toBe(200);
  });
});

/** The parts of a browser that the platform uses. */
function stubBrowser(parts: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(parts)) vi.stubGlobal(name, value);
}

const storageOf = (values: Map<string, string>) => ({
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => void values.set(key, value),
  removeItem: (key: string) => void values.delete(key),
});

describe('the browser as a platform', () => {
  it('has one storage for all tabs and one for the current tab', () => {
    const [local, session] = [new Map<string, string>(), new Map<string, string>()];
    stubBrowser({ localStorage: storageOf(local), sessionStorage: storageOf(session) });
    platform().storage.set('a', '1');
    platform().tabStorage.set('b', '2');
    expect([[...local], [...session]]).toEqual([[['a', '1']], [['b', '2']]]);
    expect([platform().storage.get('b'), platform().tabStorage.get('b')]).toEqual([null, '2']);
  });

  it('provides the page facts', () => {
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

  it('reports the number of calls in progress', () => {
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
  ])('is online unless the browser says that it is not: %j', (navigator, is) => {
    stubBrowser({ navigator });
    expect(platform().isOnline()).toBe(is);
  });

  it('sends an event when the visitor returns or leaves and when the device is online again', () => {
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

  it('runs work under a named lock, or immediately if the browser has no locks', async () => {
    const requests: string[] = [];
    const request = async (name: string, work: () => unknown) => {
      requests.push(name);
      return work();
    };
    stubBrowser({ navigator: { locks: { request } } });
    expect(await platform().alone('renew', async () => 7)).toBe(7);
    stubBrowser({ navigator: {} });
    expect(await platform().alone('renew', async () => 8)).toBe(8);
    expect(requests).toEqual(['renew']);
  });

  it('detects the kind of device', () => {
    stubBrowser({ navigator: { userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9)' } });
    expect(platform().deviceKind()).toBe('android');
  });

  it('can read text aloud only if the browser supports it', () => {
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

  it('has neither notifications nor download storage without browser support', () => {
    stubBrowser({ navigator: {} });
    expect([platform().push(), platform().downloadStorage()]).toEqual([undefined, undefined]);
  });
});

describe('sending a call from the browser', () => {
  const params = { book_id: 7 } as never;
  const context = { locale: 'en_US', token: '', deviceUuid: '' } as never;

  it('uses the given prefix', async () => {
    const requests: string[] = [];
    stubBrowser({
      fetch: async (url: string) => {
        requests.push(url);
        return new Response('{}', { status: 404 });
      },
    });
    await platform().client('/ash_api')(bookShow, params, context);
    expect(requests).toEqual([expect.stringMatching(/^\/ash_api\/v1\/book\.show\b/)]);
  });

  it.each([
    ['as if offline if its code does not load', 'Importing a module script failed.', 'CLIENT_NETWORK'],
    ['with an exception if its code throws', 'Promise.withResolvers is not a function', 'CLIENT_EXCEPTION'],
  ])('fails %s', async (_how, message, code) => {
    vi.stubGlobal('fetch', () => {});
    vi.doMock('#src/contract/client/client.browser.ts', () => ({
      createBrowserClient: () => {
        throw new TypeError(message);
      },
    }));
    vi.resetModules();
    const fresh = await import('#src/shell/state/platform.ts');
    const result = await fresh.platform().client('/ash_api')(bookShow, params, context);
    vi.doUnmock('#src/contract/client/client.browser.ts');
    vi.resetModules();
    expect(result).toMatchObject({ success: 0, status: 0, errors: [{ code }], data: bookShow.empty });
  });
});
