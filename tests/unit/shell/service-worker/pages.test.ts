import { describe, expect, it } from 'vitest';
import { answerPage } from '#src/shell/service-worker/pages.ts';
import { pathsIn } from '../../../helpers/memory-caches.ts';
import { html, NAMES, offline, request, scene } from './scene.ts';

const textOf = async (answer: Promise<Response>) => (await answer).text();
const never = () => new Promise<Response>(() => {});

describe('a cached page', () => {
  it('is stored after a network response and used while offline', async () => {
    let network = async () => html('new');
    const worker = scene(() => network());
    await worker.put(NAMES.pages, '/genres', 'old');
    expect(await textOf(answerPage(worker, request('/genres')))).toBe('new');
    network = offline;
    expect(await textOf(answerPage(worker, request('/genres')))).toBe('new');
  });

  it('is used if the network is slow; a page that is not cached waits for the network', async () => {
    const worker = scene(never, 10);
    await worker.put(NAMES.book(4), '/book-reader/4/41', 'kept');
    expect(await textOf(answerPage(worker, request('/book-reader/4/41')))).toBe('kept');
    const slow = scene(() => new Promise((resolve) => setTimeout(() => resolve(html('late')), 40)), 10);
    expect(await textOf(answerPage(slow, request('/genres')))).toBe('late');
  });

  it('is used if the site responds with an error', async () => {
    const worker = scene(async () => new Response('broken', { status: 502 }));
    await worker.put(NAMES.book(4), '/book-reader/4/41', 'kept');
    expect(await textOf(answerPage(worker, request('/book-reader/4/41')))).toBe('kept');
    expect((await answerPage(worker, request('/genres'))).status).toBe(502);
  });

  it('is replaced by the offline page in the language of the URL if the page is not in the cache', async () => {
    const worker = scene(offline);
    await worker.put(NAMES.shell, '/offline', 'You are offline');
    await worker.put(NAMES.shell, '/es/offline', 'Estás sin conexión');
    const answer = await answerPage(worker, request('/genres'));
    expect([answer.status, await answer.text()]).toEqual([503, 'You are offline']);
    expect(await textOf(answerPage(worker, request('/es/genres')))).toBe('Estás sin conexión');
    expect(await textOf(answerPage(worker, request('/fr/genres')))).toBe('You are offline');
  });

  it('is not used if the browser has preloaded the page', async () => {
    const worker = scene(offline);
    expect(await textOf(answerPage(worker, request('/'), Promise.resolve(html('early'))))).toBe('early');
    expect(worker.requestedUrls).toEqual([]);
  });
});

describe('a page that was taken down', () => {
  it.each([410, 451])('is deleted together with the downloaded book after status %i', async (status) => {
    let network = async () => new Response('gone', { status });
    const worker = scene(() => network());
    await worker.put(NAMES.book(4), '/book-reader/4/41', 'kept');
    await worker.put(NAMES.book(44), '/book-reader/44/1', 'another');
    await worker.put(NAMES.pages, '/book-reader/4/41', 'seen');
    await worker.put(NAMES.shell, '/offline', 'You are offline');
    expect((await answerPage(worker, request('/book-reader/4/41'))).status).toBe(status);
    network = offline;
    expect(await textOf(answerPage(worker, request('/book-reader/4/41')))).toBe('You are offline');
    expect(await textOf(answerPage(worker, request('/book-reader/44/1')))).toBe('another');
  });
});

describe('the page cache', () => {
  it.each([
    ['a response for one visitor', '/myinfo', html('mine', { 'cache-control': 'no-store' })],
    ['a page with a query', '/search?q=secret', html('found')],
    ['a missing page', '/nowhere', new Response('none', { status: 404, headers: { 'content-type': 'text/html' } })],
    ['a file that is not a page', '/robots.txt', new Response('text', { headers: { 'content-type': 'text/plain' } })],
  ])('never stores %s', async (_what, path, response) => {
    const worker = scene(async () => response);
    await answerPage(worker, request(path));
    expect(await pathsIn(worker.caches, NAMES.pages)).toEqual([]);
  });

  it('keeps only the pages viewed most recently', async () => {
    const worker = scene(async () => html('page'));
    for (let number = 1; number <= 45; number += 1) await answerPage(worker, request(`/p/${number}`));
    await answerPage(worker, request('/p/6'));
    const cached = await pathsIn(worker.caches, NAMES.pages);
    expect(cached).toHaveLength(40);
    expect([cached.at(0), cached.at(-1)]).toEqual(['/p/7', '/p/6']);
  });
});
