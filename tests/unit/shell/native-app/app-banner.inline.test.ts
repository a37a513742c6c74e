import { runInNewContext } from 'node:vm';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import script from '#src/shell/native-app/app-banner.inline.ts?raw';

const NOW = Date.UTC(2026, 4, 1);
const DAY = 86_400_000;
const KEY = 'lectern:app-push';

const AGENTS = {
  pixel:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36',
  tablet: 'Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36',
  safari:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
  chromeOnIphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1',
  ipad: 'Mozilla/5.0 (iPad; CPU OS 12_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.0 Mobile/15E148 Safari/604.1',
  other: 'Mozilla/5.0 (Mobile; rv:109.0) Gecko/109.0 Firefox/110.0 KAIOS/4.0',
  desktop: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36',
};

function run(userAgent: string, storedDismissal: string | null = null, head = '') {
  const page = `<!doctype html><html><head>${head}</head><body><button data-push-away="7">week</button><button data-push-away="0">ever</button><main id="content"></main></body></html>`;
  const { document, Element } = parseHTML(page);
  const saved = new Map(storedDismissal === null ? [] : [[KEY, storedDismissal]]);
  const listeners: ((event: { target: unknown }) => void)[] = [];
  runInNewContext(script, {
    document,
    Element,
    navigator: { userAgent },
    Date: { now: () => NOW },
    localStorage: {
      getItem: (key: string) => saved.get(key) ?? null,
      setItem: (key: string, value: string) => void saved.set(key, value),
    },
    addEventListener: (_type: string, listener: (event: { target: unknown }) => void) => listeners.push(listener),
  });
  const root = document.documentElement;
  return {
    device: () => root.dataset['device'],
    shows: () => root.dataset['push'] !== undefined,
    saved,
    click(selector: string) {
      for (const listener of listeners) listener({ target: document.querySelector(selector) });
    },
  };
}

const SMART = '<meta name="apple-itunes-app" content="app-id=1, app-argument=x://novel/1">';

describe('the app banner script', () => {
  it.each([
    ['pixel', 'android', true],
    ['tablet', 'android', false],
    ['safari', 'ios', true],
    ['ipad', 'ios', false],
    ['other', 'phone', true],
    ['desktop', 'desktop', false],
  ] as const)('detects the browser %s as %s', (agent, device, shows) => {
    const page = run(AGENTS[agent]);
    expect([page.device(), page.shows()]).toEqual([device, shows]);
  });

  it('shows nothing on book pages, where Safari shows its own banner', () => {
    expect(run(AGENTS.safari, null, SMART).shows()).toBe(false);
    expect(run(AGENTS.chromeOnIphone, null, SMART).shows()).toBe(true);
    expect(run(AGENTS.pixel, null, SMART).shows()).toBe(true);
  });

  it.each([
    ['ends later', JSON.stringify({ until: NOW + 1 }), false],
    ['has ended', JSON.stringify({ until: NOW - 1 }), true],
    ['never ends', JSON.stringify({ until: null }), false],
    ['is invalid JSON', '{"until":', true],
    ['has an invalid time', JSON.stringify({ until: 'later' }), true],
    ['has no time', '{}', true],
  ])(
    'shows the banner again only after the dismissal has ended: a dismissal that %s',
    (_what, storedDismissal, shows) => {
      expect(run(AGENTS.pixel, storedDismissal).shows()).toBe(shows);
    },
  );

  it('keeps the banner hidden for as long as the visitor chooses', () => {
    const page = run(AGENTS.pixel);
    page.click('[data-push-away="7"]');
    expect(page.shows()).toBe(false);
    expect(JSON.parse(page.saved.get(KEY) ?? '')).toEqual({ until: NOW + 7 * DAY });
    page.click('[data-push-away="0"]');
    expect(JSON.parse(page.saved.get(KEY) ?? '')).toEqual({ until: null });
    page.click('main');
    expect(JSON.parse(page.saved.get(KEY) ?? '')).toEqual({ until: null });
  });
});
