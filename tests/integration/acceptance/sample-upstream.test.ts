import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPaths } from '#src/routes/paths.ts';
import { ask } from '../../helpers/http.ts';
import { type PlainPage, readPage } from '../../helpers/page-text.ts';
import { SAMPLE_FOLDER, type SampleUpstream, startSampleUpstream } from '../../helpers/sample-upstream.ts';
import { type TestState, testState } from '../../helpers/test-state.ts';
import { type Program, runProgram } from '../scripts/program.ts';

const paths = createPaths('en');
const DRAGON = { id: 101, title: 'The Dragon Who Kept Accounts', category: { name: 'Fantasy', sub_name: null } };
const FIRST_CHAPTER = 1001;
const START = ['--brand', 'local'];

let upstream: SampleUpstream;
let state: TestState;
let site: Program;
let port: number;

beforeAll(async () => {
  upstream = await startSampleUpstream();
  state = await testState();
  // As in the README of the sample, on a free port.
  const environment = { LECTERN_UPSTREAM: upstream.origin, LECTERN_BRANDS: '' };
  site = runProgram('start', [...START, '--port', '0'], state.folder, environment);
  const [, digits] = await site.says(/^Lectern is at http:\/\/localhost:(\d+)\/$/m);
  port = Number(digits);
}, 300_000);
afterAll(async () => {
  await site?.stop();
  await state?.remove();
  await upstream?.stop();
});

async function open(path: string): Promise<PlainPage> {
  const { status, text } = await ask(port, 'localhost', path);
  expect({ path, status }).toEqual({ path, status: 200 });
  return readPage(text);
}

describe('a site over the sample upstream', () => {
  it('is started as its README says', async () => {
    const readme = await readFile(join(SAMPLE_FOLDER, 'README.md'), 'utf8');
    expect(readme).toMatch(new RegExp(`^LECTERN_UPSTREAM=.* npm start -- ${START.join(' ')}$`, 'm'));
  });

  it('has a home page with its shelves, which links to novels', async () => {
    const home = await open('/');
    for (const text of ['New chapters', 'Complete novels', DRAGON.title, 'Nine Lamps on Fenwick Street'])
      expect(home.text).toContain(text);
    expect(home.text).not.toContain('Untitled Draft');
    expect(home.links).toContain(paths.novel(DRAGON));
  });

  it('has a page for a novel, which links to every published chapter', async () => {
    const novel = await open(paths.novel(DRAGON));
    for (const text of ['Ines Halloran', 'A dragon hires a bookkeeper', 'Volume 1', 'The Auditor', 'Dragons'])
      expect(novel.text).toContain(text);
    expect(novel.text).not.toContain('Not Finished');
    for (const id of [1001, 1002, 1003, 1004]) expect(novel.links).toContain(paths.reader(DRAGON.id, id));
  });

  it('has a readable page for a chapter, which links to the next one', async () => {
    const chapter = await open(paths.reader(DRAGON.id, FIRST_CHAPTER));
    expect(chapter.text).toContain('“Any experience with gold & gems?” asked the dragon.');
    expect(chapter.links).toContain(paths.reader(DRAGON.id, FIRST_CHAPTER + 1));
    expect((await open(paths.reader(DRAGON.id, FIRST_CHAPTER + 1))).text).toContain(
      'because the sum was <i>too</i> large',
    );
  });

  it('has pages for genres, tags, rankings, authors and searches', async () => {
    const pages = [
      paths.genre({ id: 1, name: 'Fantasy' }),
      paths.tag({ id: 2, name: 'Found Family' }),
      paths.ranking('readers', 1),
      paths.author({ id: 1, name: 'Ines Halloran' }),
      paths.searchResult('dragon'),
    ];
    for (const path of pages) expect((await open(path)).links).toContain(paths.novel(DRAGON));
  });

  it('names each call that the upstream lacks at most once per program, and logs no warning', () => {
    const lines = site
      .err()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    const lacking = lines.filter((line) => line.includes('the upstream lacks'));
    expect(lacking.length).toBeGreaterThan(0);
    // The night needs some of the calls, the site all of them.
    expect(lacking.length).toBeLessThan(10);
    expect(lacking.filter((line) => line.includes('"push.key"'))).toHaveLength(1);
    expect(lines.filter((line) => /"level":"(warn|error)"/.test(line))).toEqual([]);
  });
});
