import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readVitals } from '#src/serve/index.ts';
import { testBrand } from '../../helpers/published-brand.ts';
import { type RunningServer, startServer } from '../../helpers/running-server.ts';
import { testState } from '../../helpers/test-state.ts';
import { runProgram } from '../scripts/program.ts';

const BRANDS = [testBrand('ash', { vitals: 0.5 }), testBrand('oak')];
const TODAY = new Date().toISOString().slice(0, 10);

let running: RunningServer;
let state: Awaited<ReturnType<typeof testState>>;
beforeEach(async () => {
  state = await testState();
  running = await startServer(BRANDS, { state: state.folder, proxies: ['127.0.0.1'] });
});
afterEach(async () => {
  await running.close();
  await state.remove();
});

let serial = 0;
function send(body: unknown, headers: Readonly<Record<string, string>> = {}, brand = 'ash') {
  serial += 1;
  return running.ask(brand, '/_vitals', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'x-forwarded-for': `10.0.1.${serial}`, ...headers },
  });
}
const folder = () => join(state.folder, 'ash/vitals');

describe('field data of page loads', () => {
  it('is counted by day, kind of page and metric, and stored without any other data', async () => {
    const values = { LCP: 1210, CLS: 0 };
    expect((await send({ path: '/genres/1/Romance', values })).status).toBe(204);
    expect((await send({ path: '/genres/2/Crime', values })).status).toBe(204);
    await running.server.close();
    const days = await readVitals(join(state.folder, 'ash'), TODAY);
    expect(Object.fromEntries(days)).toEqual({ [TODAY]: { genre: { LCP: { 51: 2 }, CLS: { 0: 2 } } } });
    const [file = ''] = readdirSync(folder());
    expect(readFileSync(join(folder(), file), 'utf8')).not.toMatch(/Romance|10\.0\.1/);
  });

  it('is rejected if it is malformed, from another site, or for a brand that collects no field data', async () => {
    const values = { LCP: 1 };
    expect((await send('x')).status).toBe(400);
    expect((await send({ path: '/', values }, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await send({ path: '/', values }, {}, 'oak')).status).toBe(405);
    await running.server.close();
    expect((await readVitals(join(state.folder, 'ash'), TODAY)).size).toBe(0);
  });
});

it('npm run vitals shows the field data', async () => {
  const file = join(state.folder, 'local/vitals', `${TODAY}.aa.json`);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, JSON.stringify({ home: { LCP: { 48: 3, 60: 1 } } }));
  const shown = runProgram('vitals', ['--brand', 'local', '--json'], state.folder);
  expect(await shown.ended()).toBe(0);
  const row = { kind: 'home', metric: 'LCP', p75: 970, loads: 4 };
  expect(JSON.parse(shown.out())).toEqual([
    { day: TODAY, ...row },
    { day: 'all', ...row },
  ]);
  const none = runProgram('vitals', ['--brand', 'fingeread'], state.folder);
  expect(await none.ended()).toBe(0);
  expect(none.out()).toContain('Measurement is off');
});
