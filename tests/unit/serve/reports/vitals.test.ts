import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createVitals, type VitalsCollector } from '#src/serve/reports/vitals.ts';
import { readVitals } from '#src/serve/reports/vitals-files.ts';
import { handleInMemory } from '../../../helpers/handled.ts';
import { testBrand } from '../../../helpers/published-brand.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';
import { parsedRequest } from '../parsed-request.ts';

const DAY = '2026-05-01';
const BRANDS = { ash: testBrand('ash').brand, oak: testBrand('oak').brand };

let state: string;
let lines: string[];
let moment: string;
let vitals: VitalsCollector;
let serial = 0;

function start(): void {
  const recording = recordingLog();
  lines = recording.lines;
  vitals = createVitals(state, recording.log, () => new Date(moment));
}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  state = mkdtempSync(join(tmpdir(), 'lectern-vitals-'));
  moment = `${DAY}T12:00:00Z`;
  start();
});
afterEach(async () => {
  await vitals.close();
  vi.useRealTimers();
  rmSync(state, { recursive: true });
});

interface Sent {
  readonly brand?: keyof typeof BRANDS;
  readonly address?: string;
  readonly origin?: string;
}

async function send(body: unknown, { brand = 'ash', address, origin }: Sent = {}): Promise<number> {
  serial += 1;
  const clientAddress = address ?? `10.0.${serial >> 8}.${serial & 255}`;
  const request = parsedRequest('/_vitals', { method: 'POST', clientAddress, origin });
  const answer = await handleInMemory(
    (message, response) => vitals.receive(BRANDS[brand], request, message, response),
    '/_vitals',
    { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) },
  );
  return answer.status;
}
const home = (values: object = { LCP: 10 }) => ({ path: '/', values });
const stored = async (brand = 'ash') => Object.fromEntries(await readVitals(join(state, brand), ''));
const HOME = (count: number) => ({ home: { LCP: { 0: count } } });

describe('field data sent by browsers', () => {
  it('is counted by day, kind of page and metric', async () => {
    const values = { LCP: 1210, CLS: 0 };
    expect(await send({ path: '/genres/1/Romance', values })).toBe(204);
    expect(await send({ path: '/genres/2/Crime', values })).toBe(204);
    await vitals.close();
    expect(await stored()).toEqual({ [DAY]: { genre: { LCP: { 51: 2 }, CLS: { 0: 2 } } } });
  });

  it('is counted by brand', async () => {
    await send(home());
    await send(home(), { brand: 'oak' });
    await send(home(), { brand: 'oak' });
    await vitals.close();
    expect([await stored(), await stored('oak')]).toEqual([{ [DAY]: HOME(1) }, { [DAY]: HOME(2) }]);
  });

  it.each([
    'nonsense',
    {},
    { path: '/' },
    { path: '/no/such', values: { LCP: 1 } },
    { path: `/search/result/${'x'.repeat(1000)}`, values: { LCP: 1 } },
    { path: '/', values: { LCP: -1 } },
    { path: '/', values: { LCP: '1' } },
    { path: '/', values: { LCP: 3_600_001 } },
    { path: '/', values: { XYZ: 1 } },
  ])('is rejected if it is %j', async (body) => {
    expect(await send(body)).toBe(400);
    await vitals.close();
    expect(await stored()).toEqual({});
  });

  it('may contain a duration of an hour', async () => {
    expect(await send(home({ LCP: 3_600_000 }))).toBe(204);
  });

  it('is rejected from a different site, and above 2 KiB', async () => {
    expect(await send(home(), { origin: 'https://evil.example' })).toBe(403);
    expect(await send(home(), { origin: 'https://ash.test' })).toBe(204);
    expect(await send(`${JSON.stringify(home())}${' '.repeat(2048)}`)).toBe(413);
  });

  it('is accepted up to thirty times a minute per IP address', async () => {
    const statuses = await Promise.all(Array.from({ length: 31 }, () => send(home(), { address: '10.1.0.1' })));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  it('is not written to disk if it contains no value', async () => {
    expect(await send(home({}))).toBe(204);
    await vitals.close();
    expect(await stored()).toEqual({});
  });
});

describe('the stored counts of field data', () => {
  it('are written every minute if there are new counts', async () => {
    await send(home());
    expect(await stored()).toEqual({});
    await vi.advanceTimersByTimeAsync(60_000);
    await expect.poll(() => stored()).toEqual({ [DAY]: HOME(1) });
    rmSync(join(state, 'ash'), { recursive: true });
    await vi.advanceTimersByTimeAsync(60_000);
    await vitals.close();
    expect(await stored()).toEqual({});
  });

  it('start at zero each day, and the counts of the previous day remain', async () => {
    moment = `${DAY}T23:59:59Z`;
    await send(home());
    await send(home());
    moment = '2026-05-02T00:00:00Z';
    await send(home());
    await vitals.close();
    expect(await stored()).toEqual({ [DAY]: HOME(2), '2026-05-02': HOME(1) });
  });

  it('are added up across processes', async () => {
    await send(home());
    await vitals.close();
    start();
    await send(home());
    await vitals.close();
    expect(await stored()).toEqual({ [DAY]: HOME(2) });
  });

  it('are written at the next interval if writing fails, and the failure is logged', async () => {
    await send(home());
    writeFileSync(join(state, 'ash'), 'no folder');
    await vitals.close();
    expect(lines.join('\n')).toContain('field data could not be written');
    rmSync(join(state, 'ash'));
    await vitals.close();
    expect(await stored()).toEqual({ [DAY]: HOME(1) });
  });

  it('are not written after the server was closed', async () => {
    await vitals.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
