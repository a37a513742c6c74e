// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Metric } from 'web-vitals';
import { LOCALES } from '#src/contract/locales.ts';
import { watchVitals } from '#src/shell/deferred/field-data.ts';
import { sampleVitals } from '#src/shell/deferred/field-data-sample.ts';
import type { PageFacts } from '#src/shell/deferred/page-facts.ts';
import { load } from './visit.ts';

type Report = (metric: Pick<Metric, 'name' | 'value' | 'navigationType'>) => void;

const reports = vi.hoisted(() => new Set<Report>());
vi.mock('web-vitals', () => {
  const on = (report: Report) => void reports.add(report);
  return { onCLS: on, onFCP: on, onINP: on, onLCP: on, onTTFB: on };
});

const facts = (vitals?: number, consent = false): PageFacts => ({
  prefix: '/a_api',
  locale: LOCALES.en,
  measure: [],
  consent,
  ...(vitals === undefined ? {} : { vitals }),
});

beforeEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
  reports.clear();
});

describe('sampleVitals', () => {
  const watch = vi.fn<(maySend: () => boolean) => void>();
  const module = vi.fn(async () => ({ watchVitals: watch }));
  beforeEach(() => {
    watch.mockReset();
    module.mockClear();
  });

  it('loads its module once, and only after the visitor has interacted', async () => {
    load(() => sampleVitals(facts(1), module));
    dispatchEvent(new Event('scroll'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(module).not.toHaveBeenCalled();
    for (const input of ['pointerdown', 'keydown', 'pointerdown']) dispatchEvent(new Event(input));
    await expect.poll(() => watch.mock.calls.length).toBe(1);
    expect(module).toHaveBeenCalledTimes(1);
  });

  it('measures the share of page loads that the brand specifies', () => {
    const listens = (share: number | undefined, randomNumber: number) => {
      const spy = vi.spyOn(window, 'addEventListener').mockReturnValue();
      vi.spyOn(Math, 'random').mockReturnValue(randomNumber);
      sampleVitals(facts(share), module);
      const count = spy.mock.calls.length;
      spy.mockRestore();
      return count > 0;
    };
    expect([listens(undefined, 0), listens(0, 0), listens(0.1, 0.1)]).toEqual([false, false, false]);
    expect([listens(0.1, 0.09), listens(1, 0.99)]).toEqual([true, true]);
  });

  it.each([
    ['globalPrivacyControl', true],
    ['doNotTrack', '1'],
  ])('does not measure visitors who ask not to be tracked: %s', (name, value) => {
    const spy = vi.spyOn(window, 'addEventListener');
    Object.defineProperty(navigator, name, { value, configurable: true });
    sampleVitals(facts(1), module);
    Reflect.deleteProperty(navigator, name);
    expect(spy).not.toHaveBeenCalled();
  });

  it('checks consent at the time of sending if the brand requires it', async () => {
    load(() => sampleVitals(facts(1, true), module));
    dispatchEvent(new Event('keydown'));
    await expect.poll(() => watch.mock.calls.length).toBe(1);
    const maySend = watch.mock.calls[0]?.[0];
    expect(maySend?.()).toBe(false);
    localStorage.setItem('lectern:consent', 'true');
    expect(maySend?.()).toBe(true);
    localStorage.setItem('lectern:consent', 'false');
    expect(maySend?.()).toBe(false);
  });
});

describe('watchVitals', () => {
  const sent = vi.fn<Navigator['sendBeacon']>();
  beforeEach(() => {
    sent.mockReset().mockReturnValue(true);
    Object.defineProperty(navigator, 'sendBeacon', { value: sent, configurable: true });
    location.href = 'https://www.tibok.example/tags?q=1#x';
  });
  const report = (name: Metric['name'], value: number, navigationType: Metric['navigationType'] = 'navigate') => {
    for (const one of reports) one({ name, value, navigationType });
  };
  const show = (state: DocumentVisibilityState) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  };

  it('sends the final values only once, when the page is hidden, with only the path of the page', () => {
    watchVitals(() => true);
    report('LCP', 900);
    report('LCP', 1200);
    report('CLS', 0.01);
    show('visible');
    expect(sent).not.toHaveBeenCalled();
    show('hidden');
    show('hidden');
    expect(sent.mock.calls).toEqual([['/_vitals', '{"path":"/tags","values":{"LCP":1200,"CLS":0.01}}']]);
  });

  it('does not measure returns from the back/forward cache', () => {
    watchVitals(() => true);
    report('LCP', 900);
    report('LCP', 5, 'back-forward-cache');
    show('hidden');
    expect(JSON.parse(String(sent.mock.calls[0]?.[1])).values).toEqual({ LCP: 900 });
  });

  it('sends nothing if sending is not allowed or nothing was measured', () => {
    watchVitals(() => false);
    report('LCP', 900);
    show('hidden');
    reports.clear();
    watchVitals(() => true);
    show('hidden');
    expect(sent).not.toHaveBeenCalled();
  });
});
