import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Brand } from '#src/brand/registry.ts';
import { lookAtClock, lookAtHome, lookAtUpstream } from '../../../../src/operate/doctor/upstream.ts';
import { makeBook } from '../../../helpers/memory-source.ts';

const BOOK = makeBook(1);
const BRAND = { id: 'a', apiPrefix: '/a_api', locales: ['en'] } as unknown as Brand;

describe("the doctor's check of the upstream", () => {
  let server: Server;
  let origin: string;
  beforeAll(async () => {
    server = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":1}'),
    );
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((closed) => server.close(closed)));

  it.each([
    [0, 'fine', /matches/],
    [59_000, 'fine', /matches/],
    [600_000, 'wrong', /60\d seconds ahead of|600 seconds ahead of|599 seconds ahead of/],
    [-600_000, 'wrong', /(599|60\d) seconds behind/],
  ])('compares the clock with the Date header, here off by %i ms', async (off, status, what) => {
    const answer = await lookAtClock(BRAND, { origin, isForeign: true }, () => Date.now() + off);
    expect(answer).toMatchObject({ status, what: expect.stringMatching(what) });
  });

  it('skips the clock if the upstream runs on this machine', async () => {
    expect(await lookAtClock(BRAND, { origin, isForeign: false })).toMatchObject({ status: 'skipped' });
  });

  it('fails if the upstream violates the contract, and names the command that lists the violations', async () => {
    expect(await lookAtUpstream(BRAND, { origin, isForeign: true })).toMatchObject({
      status: 'wrong',
      what: expect.stringContaining('banner.index of section 7'),
      remedy: `Find the violations with: npm run contract -- --url ${origin}/a_api`,
    });
  });

  it('fails if the upstream does not respond', async () => {
    const answer = await lookAtUpstream(BRAND, { origin: 'http://127.0.0.1:9', isForeign: true });
    expect(answer).toMatchObject({ status: 'wrong', remedy: expect.stringContaining('LECTERN_UPSTREAM') });
  });
});

describe("the doctor's description of the home page", () => {
  const content = { books: 0, shelves: 0 };
  let server: Server;
  let origin: string;
  beforeAll(async () => {
    const dataOf = (url = '') =>
      url.includes('book.list')
        ? { items: [], page: 1, page_size: 1, total: content.books }
        : {
            items: Array.from({ length: content.shelves }, (_, index) => ({
              id: index + 1,
              name: 'S',
              style: 'row',
              books: [BOOK],
            })),
          };
    server = createServer(({ url }, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ success: 1, data: dataOf(url), errors: [] })),
    );
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((closed) => server.close(closed)));

  it.each([
    [0, 0, 'English: no books yet, so the home page is empty. Add some with npm run import.'],
    [5, 0, 'English: editors have created no shelves, so the home page shows new, popular,'],
    [5, 2, "English: the home page shows the editors' shelves."],
  ])('explains %i books and %i shelves', async (books, shelves, what) => {
    Object.assign(content, { books, shelves });
    expect(await lookAtHome(BRAND, { origin, isForeign: true })).toMatchObject({
      status: 'fine',
      what: expect.stringContaining(what),
    });
  });
});
