import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTransport } from '#src/contract/client/transport.server.ts';
import { conforms, summarise } from '#src/contract/conformance/report.ts';
import { runSuite } from '#src/contract/conformance/suite.ts';
import type { CallReport } from '#src/contract/conformance/types.ts';
import { CALLS } from '#src/contract/index.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { SAMPLE_FOLDER, type SampleUpstream, startSampleUpstream } from '../helpers/sample-upstream.ts';

/** The optional calls that the sample has. */
const OPTIONAL = ['book.list', 'chapter.show'];
const EN = 7;

async function check(origin: string, locale: 'en' | 'es'): Promise<CallReport[]> {
  const transport = createTransport({ origin });
  try {
    return await runSuite(transport.send, { prefix: '/public', locale: LOCALES[locale] });
  } finally {
    await transport.close();
  }
}

let sample: SampleUpstream;
beforeAll(async () => {
  sample = await startSampleUpstream();
});
afterAll(() => sample?.stop());

const ask = async (call: string, init?: RequestInit) => {
  const response = await fetch(`${sample.origin}/public/v1/${call}`, init);
  return { status: response.status, body: await response.json() };
};

describe('the sample upstream', () => {
  it.each(['en', 'es'] as const)('conforms to the contract in the section of %s', async (locale) => {
    const reports = await check(sample.origin, locale);
    expect(reports.flatMap(({ problems }) => problems)).toEqual([]);
    expect(summarise(reports)).toEqual({
      required: { passed: 12, failed: 0 },
      optional: { passed: OPTIONAL.length, failed: 0, absent: CALLS.length - 12 - OPTIONAL.length },
    });
    const passed = reports.filter(({ required, state }) => !required && state === 'passed');
    expect(passed.map(({ name }) => name)).toEqual(OPTIONAL);
  });

  it('has at most 150 lines of JavaScript, and imports only modules of Node', async () => {
    const code = await readFile(`${SAMPLE_FOLDER}server.mjs`, 'utf8');
    expect(code.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
    const imports = [...code.matchAll(/ from '(.+)'/g)].map(([, module]) => module);
    expect(imports).toEqual(['node:crypto', 'node:fs', 'node:http', 'node:sqlite']);
  });

  it('names in its README every call that it has', async () => {
    const readme = await readFile(`${SAMPLE_FOLDER}README.md`, 'utf8');
    for (const call of OPTIONAL) expect(readme).toContain(`\`${call}\``);
  });

  it('leaves out drafts of chapters and hidden novels', async () => {
    const { body } = await ask('book.chapters?book_id=101');
    expect(body.data.items.map(({ title }: { title: string }) => title)).not.toContain('Not Finished');
    expect((await ask('book.show?book_id=105')).status).toBe(404);
    expect((await ask('chapter.show?book_id=101&chapter_id=1005')).status).toBe(404);
  });

  it('escapes the plain text of chapters', async () => {
    const { body } = await ask('chapter.show?book_id=101&chapter_id=1002');
    expect(body.data.chapter.html).toContain('the sum was &lt;i>too');
  });

  it('does not match the names of JSON fields in searches', async () => {
    const search = (keyword: string) =>
      ask('search.multi', { method: 'POST', body: JSON.stringify({ keyword, section: EN }) });
    expect((await search('"name"')).body.data.books.total).toBe(0);
    expect((await search('dragons')).body.data.books.total).toBe(1);
  });

  it('answers a body that is not JSON with 400, and an unknown call with 404', async () => {
    expect(await ask('search.multi', { method: 'POST', body: '{' })).toMatchObject({
      status: 400,
      body: { success: 0, errors: [{ code: 'BAD_REQUEST' }] },
    });
    expect(await ask('auth.login', { method: 'POST', body: '{}' })).toMatchObject({
      status: 404,
      body: { success: 0, errors: [{ code: 'CALL_ABSENT' }] },
    });
  });
});

describe('the sample upstream over a database file', () => {
  let folder: string;
  let own: SampleUpstream;
  let database: DatabaseSync;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-sample-'));
    database = new DatabaseSync(join(folder, 'novels.db'));
    database.exec(await readFile(`${SAMPLE_FOLDER}novels.sql`, 'utf8'));
    own = await startSampleUpstream(join(folder, 'novels.db'));
  });
  afterAll(async () => {
    await own?.stop();
    database?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('conforms after changes by the owner of the database', async () => {
    database.exec(`
      UPDATE novels SET cover_url = 'https://covers.example.com/104.jpg' WHERE id = 104;
      DELETE FROM chapters WHERE novel_id = 104;
      DELETE FROM novel_tags WHERE novel_id = 104;
      UPDATE novels SET state = 'hiatus', title = 'Ferry <Express> & "Co"' WHERE id = 103;`);
    const reports = await check(own.origin, 'en');
    expect(reports.flatMap(({ problems }) => problems)).toEqual([]);
    expect(conforms(summarise(reports))).toBe(true);
    const book = await (await fetch(`${own.origin}/public/v1/book.show?book_id=104`)).json();
    expect(book.data.book).toMatchObject({
      cover: { url: 'https://covers.example.com/104.jpg', widths: [] },
      tags: [],
      rating: null,
      rating_count: 0,
      chapters: 0,
      first_chapter_id: null,
      last_chapter: null,
      status: 'finished',
    });
  });
});
