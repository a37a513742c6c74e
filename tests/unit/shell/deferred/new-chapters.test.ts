import { parseHTML } from 'linkedom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PageFacts } from '#src/shell/deferred/page-facts.ts';

const FACTS: PageFacts = {
  prefix: '/freenovel_api',
  measure: [],
  consent: false,
  locale: { section: 7, lang: 'en-US', postParamsInQuery: false },
};
const KEY = 'lectern:briefs';
const NOW = 1_780_000_000_000;

let saved: Map<string, string>;
let answer: unknown;
let requests: string[];

beforeEach(() => {
  saved = new Map();
  requests = [];
  answer = { success: 1, data: { items: [{ id: 4, chapters: 12 }] }, errors: [] };
  vi.stubGlobal('document', parseHTML('<!doctype html><html><body></body></html>').document);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, value: string) => void saved.set(key, value),
  });
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url);
    return { ok: true, json: async () => answer };
  });
});
afterEach(() => void vi.unstubAllGlobals());

const ask = async (now = NOW) => (await import('#src/shell/deferred/new-chapters.ts')).loadBrief(FACTS, 4, now);

it('the chapter count of a book is requested and stored together with the counts of other books', async () => {
  saved.set(
    KEY,
    JSON.stringify({
      at: 5,
      items: [
        { id: 4, chapters: 9 },
        { id: 5, chapters: 2 },
      ],
    }),
  );
  await ask();
  expect(requests).toEqual(['/freenovel_api/v1/book.brief?ids=4&section=7&lang=en-US']);
  expect(JSON.parse(saved.get(KEY) ?? '')).toEqual({
    at: NOW,
    items: [
      { id: 4, chapters: 12 },
      { id: 5, chapters: 2 },
    ],
  });
});

it('the chapter count of a book is requested at most every five minutes', async () => {
  await ask();
  await ask(NOW + 299_000);
  expect(requests).toHaveLength(1);
  await ask(NOW + 300_000);
  expect(requests).toHaveLength(2);
});

it.each([null, {}, { data: {} }, { data: { items: [] } }])('no chapter count is stored for %j', async (response) => {
  answer = response;
  await ask();
  expect(saved.size).toBe(0);
});
