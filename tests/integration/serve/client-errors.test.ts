import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '#src/lib/log.ts';
import { ensureBundle } from '#src/publish/bundle/index.ts';
import { testBrand } from '../../helpers/published-brand.ts';
import { type RunningServer, startServer } from '../../helpers/running-server.ts';
import { type TestState, testState } from '../../helpers/test-state.ts';
import { runProgram } from '../scripts/program.ts';

const BRANDS = [testBrand('ash', { clientErrors: 0.5 }), testBrand('oak')];
const TODAY = new Date().toISOString().slice(0, 10);
const REPORT = { kind: 'error', name: 'TypeError', message: '… is not a function', frames: ['a.js:1:2'], page: 'home' };

let state: TestState;
beforeEach(async () => {
  state = await testState();
});
afterEach(() => state.remove());

describe('reports of browser errors', () => {
  let running: RunningServer;
  beforeEach(async () => {
    running = await startServer(BRANDS, { state: state.folder });
  });
  afterEach(() => running.close());

  const send = (body: unknown, headers: Readonly<Record<string, string>> = {}, brand = 'ash') =>
    running.ask(brand, '/_client-errors', { method: 'POST', body: JSON.stringify(body), headers });

  it('are stored without personal data in the state folder of the brand', async () => {
    expect(
      (await send(REPORT, { referer: 'https://ash.test/search/result/alice', cookie: 'token=alice' })).status,
    ).toBe(204);
    await running.server.close();
    const folder = join(state.folder, 'ash/client-errors');
    const [file = ''] = readdirSync(folder);
    const text = readFileSync(join(folder, file), 'utf8');
    expect(text).toContain('… is not a function');
    expect(text).not.toMatch(/alice|127\.0\.0\.1/);
  });

  it('are rejected if they are malformed, from another site, or for a brand without error reports', async () => {
    expect((await send({ ...REPORT, message: 'alice' })).status).toBe(400);
    expect((await send(REPORT, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await send(REPORT, {}, 'oak')).status).toBe(405);
    await running.server.close();
    expect(readdirSync(state.folder).filter((name) => name === 'ash' || name === 'oak')).toEqual([]);
  });

  it.each([
    '/_client-errors',
    '/maps/page.js.map',
    '/_astro/page.js.map',
    '/bundle',
    '/../maps/page.js.map',
    '/_astro/../../maps/page.js.map',
  ])('cannot be downloaded from the site, and neither can source maps: %s', async (path) => {
    expect((await running.ask('ash', path)).status).toBeGreaterThanOrEqual(400);
  });
});

describe('npm run client-errors', () => {
  const put = (frames: readonly string[], more: object = {}) => {
    const file = join(state.folder, 'local/client-errors', `${TODAY}.aa.json`);
    mkdirSync(join(file, '..'), { recursive: true });
    const moment = `${TODAY}T01:02:03.000Z`;
    const { page: _page, ...error } = { ...REPORT, frames };
    const one = { ...error, first: moment, last: moment, pages: { home: 1, reader: 2 }, count: 3 };
    writeFileSync(file, JSON.stringify({ errors: { '0123456789abcdef': one, ...more }, others: 4 }));
  };
  const show = async (...args: string[]) => {
    const shown = runProgram('client-errors', args, state.folder);
    return { code: await shown.ended(), out: shown.out(), err: shown.err() };
  };

  it('shows positions in the source code, using the source maps of the bundle', async () => {
    const bundle = await ensureBundle({ root: resolve('.'), state: state.folder, log: silentLog });
    const scripts = readdirSync(join(bundle.folder, 'client/_astro')).filter((name) => name.endsWith('.js'));
    const contentOf = (name: string) => readFileSync(join(bundle.folder, 'client/_astro', name), 'utf8');
    const positionOf = (file: string, text: string) => {
      const lines = contentOf(file).slice(0, contentOf(file).indexOf(text)).split('\n');
      return `${file}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
    };
    const page = scripts.find((name) => contentOf(name).includes('lectern:reloaded')) ?? '';
    const head = scripts.find((name) => name.startsWith('client-errors.')) ?? '';
    const at = [positionOf(page, 'lectern:reloaded'), positionOf(head, 'ResizeObserver'), `${page}:9999:1`, 'page:5:6'];
    put(at);
    const { code, out } = await show('--brand', 'local', '--json');
    expect(code).toBe(0);
    const [{ stack, ...error }] = JSON.parse(out).errors;
    expect(error).toMatchObject({ id: '0123456789abcdef', count: 3, pages: { home: 1, reader: 2 } });
    const sources = stack.map(({ source }: { source: string | null }) => source);
    expect(sources).toEqual(
      [
        lineOf('src/shell/deferred/missing-chunks.ts', 'session.get(keys.RELOADED_AT)'),
        lineOf('src/shell/error-report/client-errors.ts', '/^Script'),
        null,
        null,
      ].map((text) => text && expect.stringMatching(text)),
    );
    const { out: text } = await show('--brand', 'local');
    expect(text).toContain('3  uncaught: TypeError: … is not a function');
    expect(text).toContain('on reader 2, home 1');
    expect(text).toMatch(/at src\/shell\/deferred\/missing-chunks\.ts:\d+:\d+ \(page\.[\w-]+\.js:1:\d+\)/);
    expect(text).toContain('at page:5:6, a script in the page');
    expect(text).toContain('beyond the daily limit: 4');
  });

  it('reports that a source map is missing, and which file failed to load', async () => {
    put(['gone.js:1:2', 'lost.js']);
    const { out } = await show('--brand', 'local');
    expect(out).toContain('at gone.js:1:2; its source map was deleted');
    expect(out).toContain('file lost.js');
  });

  it('explains that error reports are off for a brand, and rejects an invalid number of days', async () => {
    expect(await show('--brand', 'local')).toMatchObject({
      code: 0,
      out: expect.stringContaining('clientErrors: 0.1'),
    });
    expect(await show('--brand', 'local', '--days', '0')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--days is 0'),
    });
    expect(await show()).toMatchObject({ code: 2, err: expect.stringContaining('--brand ID') });
  });

  it.each(['{"version":3', '{}', 'null', '{"version":3,"sources":[],"names":[],"mappings":"!"}'])(
    'shows only the position in the bundle if the source map is damaged: %s',
    async (text) => {
      rmSync(join(state.folder, 'bundle'));
      mkdirSync(join(state.folder, 'bundle/x/maps'), { recursive: true });
      writeFileSync(join(state.folder, 'bundle/x/maps/gone.js.map'), text);
      put(['gone.js:1:2']);
      const { code, out } = await show('--brand', 'local');
      expect(code).toBe(0);
      expect(out).toContain('at gone.js:1:2; its source map was deleted');
    },
  );
});

/** Returns a pattern that matches the position of a text in a source file. */
function lineOf(file: string, text: string): string {
  const line =
    readFileSync(file, 'utf8')
      .split('\n')
      .findIndex((one) => one.includes(text)) + 1;
  return `^${file.replaceAll('.', '\\.')}:${line}:\\d+$`;
}
