import { parseHTML } from 'linkedom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PageFacts } from '#src/browser/deferred/page-facts.ts';

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
let asked: string[];

beforeEach(() => {
  saved = new Map();
  asked = [];
  answer = { success: 1, data: { items: [{ id: 4, chapters: 12 }] }, errors: [] };
  vi.stubGlobal('document', parseHTML('<!doctype html><html><body></body></html>').document);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, value: string) => void saved.set(key, value),
  });
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return { ok: true, json: async () => answer };
  });
});
afterEach(() => void vi.unstubAllGlobals());

const ask = async (now = NOW) => (await import('#src/browser/deferred/new-chapters.ts')).loadBrief(FACTS, 4, now);

it('asks for the book and keeps what it is told, beside what is known of others', async () => {
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
  expect(asked).toEqual(['/freenovel_api/v1/book.brief?ids=4&section=7&lang=en-US']);
  expect(JSON.parse(saved.get(KEY) ?? '')).toEqual({
    at: NOW,
    items: [
      { id: 4, chapters: 12 },
      { id: 5, chapters: 2 },
    ],
  });
});

it('asks at most every five minutes', async () => {
  await ask();
  await ask(NOW + 299_000);
  expect(asked).toHaveLength(1);
  await ask(NOW + 300_000);
  expect(asked).toHaveLength(2);
});

it.each([null, {}, { data: {} }, { data: { items: [] } }])('keeps nothing of %j', async (told) => {
  answer = told;
  await ask();
  expect(saved.size).toBe(0);
});
