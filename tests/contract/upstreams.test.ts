import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { StoreWriter } from '#src/api/store/records.ts';
import { createServerClient } from '#src/contract/client/client.server.ts';
import { createTransport } from '#src/contract/client/transport.server.ts';
import { formatReports, summarise } from '#src/contract/conformance/report.ts';
import { CASES, runSuite } from '#src/contract/conformance/suite.ts';
import { CALLS } from '#src/contract/index.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { silentLog } from '#src/lib/log.ts';
import { putLivingLists } from '../helpers/living-lists.ts';
import { answerMinimal, startMinimalUpstream } from '../helpers/minimal-upstream.ts';
import { type Answerer, type ScriptedServer, send, startScriptedServer } from '../helpers/scripted-server.ts';
import { book, startApi, type TestApi } from '../integration/api/fixture.ts';

// A run of the contract check sends about three hundred requests.
vi.setConfig({ testTimeout: 60_000 });

const options = { prefix: '/public', locale: LOCALES.en };

async function check(origin: string, extra: { write?: boolean; event?: number; timeoutMs?: number } = {}) {
  const transport = createTransport({ origin });
  try {
    const reports = await runSuite(transport.send, { ...options, ...extra });
    return { summary: summarise(reports), text: formatReports(reports), reports };
  } finally {
    await transport.close();
  }
}

const expectNoProblem = ({ reports }: Awaited<ReturnType<typeof check>>) =>
  expect(reports.flatMap(({ name, problems }) => problems.map((problem) => ({ name, ...problem })))).toEqual([]);

it('the contract check covers every call of the contract', () => {
  expect(CASES.map(({ call }) => call.name).sort()).toEqual(CALLS.map(({ name }) => name).sort());
});

describe('the contract check of the embedded API', () => {
  let api: TestApi;

  async function fill(writer: StoreWriter): Promise<void> {
    const keys = Array.from({ length: 45 }, (_, index) => `b${index + 1}`);
    for (const [n, key] of keys.entries()) {
      await writer.putBook(
        book(key, {
          hot: n % 7,
          status: n % 2 ? 'finished' : 'updating',
          tags: [`Tag ${n % 5}`, 'Dragons'],
          title: `${'ABCÉ7'[n % 5]} tale ${n}`,
          keywords: [`dragon ${n % 3}`],
          author: { name: `Author ${n % 4}`, introduction: '' },
        }),
      );
    }
    const shared = { brand: null, section: 7 };
    await writer.putGenre({ section: 7, name: 'Fantasy', introduction: '', tags: ['Dragons', 'Tag 1'] });
    await writer.putRanking({ ...shared, type: 'hot', typeName: 'Hot', name: 'Weekly', books: keys });
    await writer.putShelf({ ...shared, name: 'New', style: 'row', books: keys });
    await writer.putBanner({ ...shared, title: 'Read this', subtitle: '', image: null, book: 'b1' });
    const expiresAt = '2099-01-01T00:00:00Z';
    await writer.putHelpEvent({ section: 7, book: 'b2', inviter: 'Nell', needed: 3, helped: 1, expiresAt });
  }

  beforeAll(async () => {
    api = await startApi(fill);
    await putLivingLists(api.store);
    const covers = join(api.store.media, 'covers');
    await mkdir(covers, { recursive: true });
    for (let n = 1; n <= 45; n += 1)
      await writeFile(join(covers, `b${n}.svg`), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  });
  afterAll(() => api.close());

  it('passes, including calls that write', async () => {
    const checked = await check(api.address, { write: true });
    expectNoProblem(checked);
    expect(checked.summary).toEqual({
      required: { passed: 12, failed: 0 },
      optional: { passed: CALLS.length - 12, failed: 0, absent: 0 },
    });
    expect(checked.text).not.toMatch(/note(?! +success not checked: it )/);
  });

  it('adds a note to each call that it cannot check without --write or an existing help event', async () => {
    const { summary, text } = await check(api.address, { event: 77 });
    expect(summary.required).toEqual({ passed: 12, failed: 0 });
    expect(text).toContain('help event 77 does not exist; give an existing one with --event N');
    expect(text).toContain('success not checked');
  });
});

describe('the contract check of an upstream with only the twelve required calls', () => {
  let upstream: ScriptedServer;

  beforeAll(async () => {
    upstream = await startMinimalUpstream();
  });
  afterAll(() => upstream.close());

  it('passes', async () => {
    const checked = await check(upstream.origin);
    expectNoProblem(checked);
    expect(checked.summary).toEqual({
      required: { passed: 12, failed: 0 },
      optional: { passed: 0, failed: 0, absent: CALLS.length - 12 },
    });
  });

  it('reports the same missing calls as the probe of the API client', async () => {
    const client = createServerClient({ origin: upstream.origin, prefix: '/public', log: silentLog });
    expect(await client.probe()).toEqual(CALLS.filter(({ required }) => !required));
    await client.close();
  });
});

describe('the contract check of an upstream with HTTP faults', () => {
  /** Returns a request handler of the minimal upstream that changes each response with `change`. */
  const behind =
    (change: (answer: ReturnType<typeof answerMinimal>, name: string) => Parameters<typeof send>): Answerer =>
    (_response, { method, path, query, body, headers }) => {
      const answer = answerMinimal({ method, path, query, body, ifNoneMatch: headers['if-none-match'] });
      send(...change(answer, path.split('/v1/')[1] ?? ''));
    };

  async function problemsOf(answer: Answerer, extra: { timeoutMs?: number } = {}) {
    const server = await startScriptedServer(answer);
    try {
      const { reports } = await check(server.origin, extra);
      return reports.flatMap(({ name, problems }) => problems.map(({ what }) => `${name}: ${what}`));
    } finally {
      await server.close();
    }
  }

  it.each([
    ['no ETag', () => ({}), 'banner.index: has no ETag'],
    ['an ETag that changes', () => ({ etag: `"${Math.random()}"` }), 'is answered with 200, not 304'],
    ['a wrong content type', () => ({ 'content-type': 'text/html' }), 'banner.index: the content type is text/html'],
  ])('reports a response that has %s', async (_name, headers, words) => {
    const problems = await problemsOf((response, request) =>
      behind(({ status, body }) => [response, status, body, headers()])(response, request, 0),
    );
    expect(problems.join('\n')).toContain(words);
  });

  it('reports a call that gets no response', async () => {
    const problems = await problemsOf(
      (response, request) => {
        if (request.path.endsWith('book.show')) return;
        behind(({ status, body, etag }) => [response, status, body, etag ? { etag } : {}])(response, request, 0);
      },
      { timeoutMs: 1500 },
    );
    expect(problems).toContain('book.show: book.show: no response within 1500 ms');
  });
});
