import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liveId } from '#src/publish/release/index.ts';
import { copyBrands, WAYS_TO_BREAK } from '../../helpers/broken-brands.ts';
import { ask } from '../../helpers/http.ts';
import { liveFiles } from '../../helpers/small-rebuild.ts';
import { type TestState, testState } from '../../helpers/test-state.ts';
import { fillStore, type Program, runProgram } from './program.ts';

const BROKEN = 'moonovel';
const OTHERS = ['fingeread', 'local'];
const LIMIT_MS = 600_000;

let state: TestState;
let brands: string;
const running = new Set<Program>();
beforeAll(async () => {
  state = await testState();
  brands = join(state.folder, 'brands');
  await copyBrands(brands, [...OTHERS, BROKEN]);
  await cp(join(brands, BROKEN), originalBrand(), { recursive: true });
  await fillStore(state.folder, 10);
}, LIMIT_MS);
afterAll(async () => {
  for (const program of running) await program.stop();
  await state.remove();
}, LIMIT_MS);

/** A copy of the brand before it was broken. */
const originalBrand = () => join(state.folder, 'spare');

function run(name: string, ...args: string[]): Program {
  const program = runProgram(name, args, state.folder, { LECTERN_BRANDS: brands });
  running.add(program);
  void program.ended().then(() => running.delete(program));
  return program;
}

async function runToEnd(name: string, ...args: string[]) {
  const program = run(name, ...args);
  return { code: await program.ended(), out: program.out(), err: program.err() };
}

const breakBy = (kind: string) => WAYS_TO_BREAK.find(([name]) => name === kind)?.[1](join(brands, BROKEN));

async function repairBrand(): Promise<void> {
  await rm(join(brands, BROKEN), { recursive: true, force: true });
  await cp(originalBrand(), join(brands, BROKEN), { recursive: true });
}

const live = (id: string) => liveId(join(state.folder, id));
const files = () => Object.fromEntries(OTHERS.map((id) => [id, liveFiles(join(state.folder, id))]));

describe('a brand that was never valid', { timeout: LIMIT_MS }, () => {
  beforeAll(() => breakBy('an exception'));
  afterAll(repairBrand);

  it('does not prevent the other brands from being rebuilt for the first time and started', async () => {
    const { code, out, err } = await runToEnd('rebuild', '--brand', 'all', '--json');
    expect(code, err).toBe(2);
    expect(err).toMatch(/moonovel\/brand\.ts.*no such secret/);
    const reports = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(reports.map(({ brand, status }) => `${brand} ${status}`).sort()).toEqual([
      'fingeread published',
      'local published',
      'moonovel failed',
    ]);
    expect([...OTHERS, BROKEN].map((id) => live(id) !== undefined)).toEqual([true, true, false]);
    const nights = JSON.parse((await runToEnd('nights', '--json')).out);
    expect(nights).toContainEqual(expect.objectContaining({ brand: BROKEN, outcome: 'failed', exitCode: 2 }));

    const start = run('start', '--port', '0');
    const port = Number((await start.says(/^Lectern is at http:\/\/localhost:(\d+)\/$/m))[1]);
    expect((await ask(port, 'localhost', '/')).status).toBe(200);
    expect((await ask(port, 'fingeread.localhost', '/')).status).toBe(200);
    const refused = await ask(port, `${BROKEN}.localhost`, '/');
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '300']);
    expect((await ask(port, 'localhost', '/readyz')).status).toBe(200);
    expect(start.err()).toContain('the brand is broken, it is not served');
    await start.stop();
  });

  it('makes commands for that brand fail', async () => {
    for (const [name, ...args] of [
      ['rebuild', '--brand', BROKEN],
      ['start', '--brand', BROKEN],
      ['releases', '--brand', BROKEN, 'list'],
    ] as const) {
      const { code, err } = await runToEnd(name, ...args);
      expect([name, code]).toEqual([name, 2]);
      expect(err).toMatch(/moonovel\/brand\.ts.*no such secret/);
    }
  });
});

describe('a brand that breaks after a rebuild has published it', { timeout: LIMIT_MS }, () => {
  let before: ReturnType<typeof files>;
  beforeAll(async () => {
    const { code, err } = await runToEnd('rebuild', '--brand', 'all');
    expect(code, err).toBe(0);
    before = files();
  }, LIMIT_MS);

  it.each(['a syntax error', 'an invalid setting', 'no brand.ts', 'no pictures', 'the host of another brand'])(
    'with %s does not change the pages of the other brands',
    async (kind) => {
      const release = live(BROKEN);
      await breakBy(kind);
      const { code, out, err } = await runToEnd('rebuild', '--brand', 'all', '--full', '--json');
      expect(code, err).toBe(2);
      const reports = out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(reports.map(({ brand, status }) => `${brand} ${status}`).sort()).toEqual([
        'fingeread unchanged',
        'local unchanged',
        'moonovel failed',
      ]);
      expect(files()).toEqual(before);
      expect(live(BROKEN)).toBe(release);
      await repairBrand();
    },
  );

  it('remains available on the site and in the web server, and is still rebuilt at night', async () => {
    const fullConfig = await runToEnd('proxy-config', '--server', 'nginx');
    expect(fullConfig.code).toBe(0);
    await breakBy('an exception');
    const proxy = await runToEnd('proxy-config', '--server', 'nginx');
    expect([proxy.code, proxy.out]).toEqual([2, fullConfig.out]);
    const nightly = await runToEnd('nightly', '--plan', '--json');
    expect(nightly.code).toBe(0);
    expect(JSON.parse(nightly.out).map(({ brand }: { brand: string }) => brand)).toEqual([...OTHERS, BROKEN]);
    const verified = await runToEnd('releases', 'verify', '--json');
    expect(verified.code).toBe(2);
    expect(JSON.parse(verified.out).map(({ found }: { found: number }) => found)).toEqual([0, 0, 0]);
    const doctor = await runToEnd('doctor', '--json');
    expect(doctor.code).not.toBe(0);
    const { findings }: { findings: { check: string; brand?: string; status: string }[] } = JSON.parse(doctor.out);
    expect(findings).toContainEqual(expect.objectContaining({ check: 'brands', status: 'wrong' }));
    expect(findings.filter(({ check }) => check === 'release').map(({ brand, status }) => [brand, status])).toEqual(
      OTHERS.map((id) => [id, 'fine']),
    );

    const api = run('api', '--port', '0');
    const upstream = (await api.says(/^(http:\/\/\S+)$/m))[1] ?? '';
    const site = run('site', '--port', '0', '--upstream', upstream);
    const port = Number((await site.says(/localhost:(\d+)\//))[1]);
    const page = await ask(port, `${BROKEN}.localhost`, '/');
    expect(page.status).toBe(200);
    expect(page.text).toBe(await readFile(join(state.folder, BROKEN, 'current/site/index.html'), 'utf8'));
    const call = await ask(port, `${BROKEN}.localhost`, '/moonovel_api/v1/banner.index');
    expect(call.status).not.toBe(404);
    expect(site.err()).toContain('its last valid configuration is served');
    await site.stop();
    await api.stop();
  });
});
