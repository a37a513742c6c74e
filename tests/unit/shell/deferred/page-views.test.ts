// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LOCALES } from '#src/contract/locales.ts';
import type { PageFacts } from '#src/shell/deferred/page-facts.ts';
import { countViews, measurementId } from '#src/shell/deferred/page-views.ts';
import { CHAPTER_EVENT } from '#src/shell/state/browser-events.ts';
import { load } from './visit.ts';

const MEASURE = [
  ['tibok', 'G-ONE'],
  ['example', 'G-TWO'],
] as const;

describe('measurementId', () => {
  it.each([
    ['www.tibok.example', 'G-ONE'],
    ['novels.example', 'G-TWO'],
    ['elsewhere.test', undefined],
    ['tibok.localhost', undefined],
    ['localhost', undefined],
    ['192.168.1.4', undefined],
  ])('maps the host %s to the id %s', (host, id) => {
    expect(measurementId(MEASURE, host)).toBe(id);
  });
});

const fetched = vi.fn<typeof fetch>();
const facts = (consent: boolean): PageFacts => ({
  prefix: '/tibok_api',
  locale: LOCALES.es,
  measure: MEASURE,
  consent,
});
const bodies = () => fetched.mock.calls.map(([, init]) => JSON.parse(String(init?.body)));

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset().mockResolvedValue(new Response('{}'));
  localStorage.clear();
  document.body.replaceChildren();
  location.href = 'https://www.tibok.example/es/tags?q=1#x';
});

describe('counting page views', () => {
  it('sends a page view without data that identifies the visitor', () => {
    document.title = 'Etiquetas';
    localStorage.setItem('token', 'a-token-of-a-visitor');
    load(() => countViews(facts(false)));
    const [target, init] = fetched.mock.calls[0] ?? [];
    expect(target).toBe('/tibok_api/v1/visit.page_view');
    expect(bodies()[0]).toEqual({
      measurement_id: 'G-ONE',
      path: '/es/tags',
      title: 'Etiquetas',
      referrer: '',
      section: 9,
      lang: 'es-ES',
    });
    expect(init?.credentials).toBe('omit');
    expect(init?.headers).toMatchObject({ authorization: 'Bearer ', 'device-uuid': '' });
  });

  it('counts every appended chapter once', () => {
    load(() => countViews(facts(false)));
    const read = (path: string) => {
      history.replaceState(null, '', path);
      document.dispatchEvent(new CustomEvent(CHAPTER_EVENT, { bubbles: true }));
    };
    for (const path of ['/es/book-reader/1/2', '/es/book-reader/1/3', '/es/book-reader/1/2', '/es/tags']) read(path);
    expect(bodies().map(({ path }) => path)).toEqual(['/es/tags', '/es/book-reader/1/2', '/es/book-reader/1/3']);
  });

  it('counts a page again when it is restored from the back/forward cache', () => {
    load(() => countViews(facts(false)));
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    expect(bodies().map(({ path }) => path)).toEqual(['/es/tags', '/es/tags']);
  });

  it('counts nothing in development', () => {
    location.href = 'http://tibok.localhost:4321/';
    load(() => countViews(facts(false)));
    expect(fetched).not.toHaveBeenCalled();
  });
});

describe('consent to page views', () => {
  /** Shows the consent question as rendered by shell/frame/Notices.astro. */
  async function askForConsent(): Promise<{
    question: HTMLElement;
    again: HTMLButtonElement;
    answer(value: string): void;
  }> {
    const question = document.createElement('section');
    const again = document.createElement('button');
    Object.assign(question, { hidden: true });
    Object.assign(again, { hidden: true });
    question.dataset['consent'] = '';
    again.dataset['consentAgain'] = '';
    for (const value of ['yes', 'no']) question.append(Object.assign(document.createElement('button'), { value }));
    document.body.append(question, again);
    load(() => countViews(facts(true)));
    await vi.dynamicImportSettled();
    const answer = (value: string) => question.querySelector<HTMLElement>(`[value="${value}"]`)?.click();
    return { question, again, answer };
  }

  it('is required before anything is counted; after consent, the current page is counted too', async () => {
    const { question, answer } = await askForConsent();
    expect(question.hidden).toBe(false);
    expect(fetched).not.toHaveBeenCalled();
    answer('yes');
    expect(question.hidden).toBe(true);
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(localStorage.getItem('lectern:consent')).toBe('true');
  });

  it('is not requested again after the visitor refuses, and nothing is counted', async () => {
    (await askForConsent()).answer('no');
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    document.body.replaceChildren();
    expect((await askForConsent()).question.hidden).toBe(true);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('can be changed by the visitor', async () => {
    const { question, again, answer } = await askForConsent();
    answer('yes');
    again.click();
    expect(question.hidden).toBe(false);
    answer('no');
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it.each(['junk', '"yes"', '1'])('treats the stored value %s as no decision', async (stored) => {
    localStorage.setItem('lectern:consent', stored);
    expect((await askForConsent()).question.hidden).toBe(false);
    expect(fetched).not.toHaveBeenCalled();
  });
});
