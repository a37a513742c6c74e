import { describe, expect, it } from 'vitest';
import { answerPage } from '#src/browser/service-worker/pages.ts';
import { pathsIn } from '../../../helpers/memory-caches.ts';
import { html, NAMES, offline, request, scene } from './scene.ts';

const textOf = async (answer: Promise<Response>) => (await answer).text();
const never = () => new Promise<Response>(() => {});

describe('a page', () => {
  it('comes from the network, and stays for when there is none', async () => {
    let network = async () => html('new');
    const worker = scene(() => network());
    await worker.put(NAMES.pages, '/genres', 'old');
    expect(await textOf(answerPage(worker, request('/genres')))).toBe('new');
    network = offline;
    expect(await textOf(answerPage(worker, request('/genres')))).toBe('new');
  });

  it('is the kept one where the network takes too long, and waits for it where nothing is kept', async () => {
    const worker = scene(never, 10);
    await worker.put(NAMES.book(4), '/book-reader/4/41', 'kept');
    expect(await textOf(answerPage(worker, request('/book-reader/4/41')))).toBe('kept');
    const slow = scene(() => new Promise((resolve) => setTimeout(() => resolve(html('late')), 40)), 10);
    expect(await textOf(answerPage(slow, request('/genres')))).toBe('late');
  });

  it('is the kept one where the site has a fault', async () => {
    const worker = scene(async () => new Response('broken', { status: 502 }));
    await worker.put(NAMES.book(4), '/book-reader/4/41', 'kept');
    expect(await textOf(answerPage(worker, request('/book-reader/4/41')))).toBe('kept');
    expect((await answerPage(worker, request('/genres'))).status).toBe(502);
  });

  it('without a connection and a copy is the page that says so, in the language of the address', async () => {
    const worker = scene(offline);
    await worker.put(NAMES.shell, '/offline', 'You are offline');
    await worker.put(NAMES.shell, '/es/offline', 'Estás sin conexión');
    const answer = await answerPage(worker, request('/genres'));
    expect([answer.status, await answer.text()]).toEqual([503, 'You are offline']);
    expect(await textOf(answerPage(worker, request('/es/genres')))).toBe('Estás sin conexión');
    expect(await textOf(answerPage(worker, request('/fr/genres')))).toBe('You are offline');
  });

  it('takes what the browser asked for while the worker woke up', async () => {
    const worker = scene(offline);
    expect(await textOf(answerPage(worker, request('/'), Promise.resolve(html('early'))))).toBe('early');
    expect(worker.asked).toEqual([]);
  });
});

describe('a page that was taken down', () => {
  it.each([410, 451])('answers %i, and takes the kept book and the page along', async (status) => {
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

describe('the worker keeps', () => {
  it.each([
    ['an answer for one visitor', '/myinfo', html('mine', { 'cache-control': 'no-store' })],
    ['a page with a query', '/search?q=secret', html('found')],
    ['a missing page', '/nowhere', new Response('none', { status: 404, headers: { 'content-type': 'text/html' } })],
    ['what is no page', '/robots.txt', new Response('text', { headers: { 'content-type': 'text/plain' } })],
  ])('never %s', async (_what, path, response) => {
    const worker = scene(async () => response);
    await answerPage(worker, request(path));
    expect(await pathsIn(worker.caches, NAMES.pages)).toEqual([]);
  });

  it('the pages looked at last, and no more of them', async () => {
    const worker = scene(async () => html('page'));
    for (let number = 1; number <= 45; number += 1) await answerPage(worker, request(`/p/${number}`));
    await answerPage(worker, request('/p/6'));
    const kept = await pathsIn(worker.caches, NAMES.pages);
    expect(kept).toHaveLength(40);
    expect([kept.at(0), kept.at(-1)]).toEqual(['/p/7', '/p/6']);
  });
});
