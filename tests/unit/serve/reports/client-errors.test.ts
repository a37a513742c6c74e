import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClientError } from '#src/contract/reports/client-errors.ts';
import { type ClientErrors, createClientErrors } from '#src/serve/reports/client-errors.ts';
import { readClientErrors } from '#src/serve/reports/client-errors-files.ts';
import { handleInMemory } from '../../../helpers/handled.ts';
import { testBrand } from '../../../helpers/published-brand.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';
import { parsedRequest } from '../parsed-request.ts';

const DAY = '2026-05-01';
const BRANDS = { ash: testBrand('ash').brand, oak: testBrand('oak').brand };
const meter = { clientError: vi.fn() };

let state: string;
let lines: string[];
let moment: string;
let errors: ClientErrors;
let serial = 0;

function start(): void {
  const recording = recordingLog();
  lines = recording.lines;
  errors = createClientErrors({ state, log: recording.log, meter, now: () => new Date(moment) });
}
beforeEach(() => {
  meter.clientError.mockReset();
  state = mkdtempSync(join(tmpdir(), 'lectern-client-errors-'));
  moment = `${DAY}T12:00:00Z`;
  start();
});
afterEach(async () => {
  await errors.close();
  rmSync(state, { recursive: true });
});

const REPORT = {
  kind: 'error',
  name: 'TypeError',
  message: '… is not a function',
  frames: ['a.x1.js:1:2'],
  page: 'home',
};

interface Sent {
  readonly brand?: keyof typeof BRANDS;
  readonly address?: string;
  readonly origin?: string;
}

async function send(body: unknown, { brand = 'ash', address, origin }: Sent = {}): Promise<number> {
  serial += 1;
  const clientAddress = address ?? `10.${serial >> 16}.${(serial >> 8) & 255}.${serial & 255}`;
  const request = parsedRequest('/_client-errors', { method: 'POST', clientAddress, origin });
  const answer = await handleInMemory(
    (message, response) => errors.receive(BRANDS[brand], request, message, response),
    '/_client-errors',
    { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) },
  );
  return answer.status;
}
const stored = (brand = 'ash', from = '') => readClientErrors(join(state, brand), from);
const counted = async (brand?: string) =>
  Object.values((await stored(brand)).errors).map(({ frames, count, pages }) => ({ frames, count, pages }));

describe('error reports from browsers', () => {
  it('are counted by error, brand and kind of page, with first and last time', async () => {
    expect(await send(REPORT)).toBe(204);
    moment = `${DAY}T13:00:00Z`;
    await send({ ...REPORT, page: 'reader' });
    await send({ ...REPORT, page: 'reader' });
    await send({ ...REPORT, frames: ['a.x1.js:1:3'] }, { brand: 'oak' });
    await errors.close();
    const { page: _page, ...error } = REPORT;
    expect(Object.values((await stored()).errors)).toEqual([
      {
        ...error,
        count: 3,
        first: `${DAY}T12:00:00.000Z`,
        last: `${DAY}T13:00:00.000Z`,
        pages: { home: 1, reader: 2 },
      },
    ]);
    expect(await counted('oak')).toEqual([{ frames: ['a.x1.js:1:3'], count: 1, pages: { home: 1 } }]);
    expect(meter.clientError.mock.calls).toEqual([
      ['ash', 'error'],
      ['ash', 'error'],
      ['ash', 'error'],
      ['oak', 'error'],
    ]);
  });

  it('are added up across processes and days', async () => {
    await send(REPORT);
    await errors.close();
    start();
    moment = '2026-05-02T01:00:00Z';
    await send(REPORT);
    await errors.close();
    expect(readdirSync(join(state, 'ash/client-errors'))).toHaveLength(2);
    expect(await counted()).toEqual([{ frames: ['a.x1.js:1:2'], count: 2, pages: { home: 2 } }]);
    expect(Object.values((await stored('ash', '2026-05-02')).errors)).toMatchObject([{ count: 1 }]);
  });

  it('are logged once per error, and again if the error occurs in a different build', async () => {
    await send(REPORT);
    await send(REPORT);
    await send({ ...REPORT, frames: ['a.x2.js:1:2'] });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('browser error');
    expect(lines[0]).toContain('a.x1.js:1:2');
  });

  it.each([
    'nonsense',
    '',
    'null',
    [],
    {},
    { ...REPORT, more: 1 },
    { ...REPORT, kind: 'constructor' },
    { ...REPORT, page: '__proto__' },
    { ...REPORT, page: '/search/result/alice' },
    { ...REPORT, name: 'alice' },
    { ...REPORT, name: 'Error\r\nadmin: granted' },
    { ...REPORT, message: 'alice is not a function' },
    { ...REPORT, message: 'is\nnot' },
    { ...REPORT, message: 'the '.repeat(100) },
    { ...REPORT, message: 5 },
    { ...REPORT, frames: 'a.js:1:2' },
    { ...REPORT, frames: Array.from({ length: 9 }, () => 'a.js:1:2') },
    { ...REPORT, frames: ['https://alice.test/a.js:1:2'] },
    { ...REPORT, frames: ['../a.js:1:2'] },
    { ...REPORT, frames: ['a.js:0:2'] },
    { ...REPORT, frames: ['a.js:1:99999999'] },
    { ...REPORT, frames: ['a.js:1:2\n'] },
    { ...REPORT, frames: ['page'] },
    { ...REPORT, frames: [`${'a'.repeat(200)}.js:1:2`] },
    '{"kind":"error","name":"Error","message":"","frames":[],"page":"home","__proto__":{}}',
  ])('are rejected if they are malformed: %j', async (body) => {
    expect(await send(body)).toBe(400);
    await errors.close();
    expect(readdirSync(state)).toEqual([]);
    expect(lines).toEqual([]);
  });

  it('contribute only known words and positions to the stored data, whatever is sent', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('__proto__', 'constructor', 'a.js', 'Error', '\r\n'),
    );
    const body = fc.record({
      kind: fc.oneof(fc.constantFrom<ClientError['kind']>('error', 'chunk'), text),
      name: text,
      message: text,
      frames: fc.array(text, { maxLength: 3 }),
      page: fc.oneof(fc.constant('home'), text),
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(body, fc.jsonValue()), async (value) => {
        expect([204, 400, 413, 429]).toContain(await send(value));
      }),
      { numRuns: 60 },
    );
    await errors.close();
    for (const { message, frames } of Object.values((await stored()).errors)) {
      expect(message).toMatch(/^[A-Za-z' …-]*$/);
      expect(frames.join(' ')).toMatch(/^[\w.: -]*$/);
    }
  });

  it('are rejected from a different site, above 2 KiB, and if more than thirty a minute come from an IP address', async () => {
    expect(await send(REPORT, { origin: 'https://evil.example' })).toBe(403);
    expect(await send(REPORT, { origin: 'https://ash.test' })).toBe(204);
    expect(await send(`${JSON.stringify(REPORT)}${' '.repeat(2048)}`)).toBe(413);
    const statuses = await Promise.all(Array.from({ length: 31 }, () => send(REPORT, { address: '10.200.0.1' })));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  it('add at most twenty different errors a day per network; further ones are only counted', async () => {
    for (let line = 1; line <= 25; line += 1)
      await send({ ...REPORT, frames: [`a.js:${line}:1`] }, { address: '10.201.0.1' });
    await send({ ...REPORT, frames: ['b.js:1:1'] }, { address: '10.202.0.1' });
    await errors.close();
    const { errors: storedErrors, others } = await stored();
    expect([Object.keys(storedErrors).length, others]).toEqual([21, 5]);
    expect(lines).toHaveLength(21);
  });

  it('add at most two hundred different errors a day', async () => {
    for (let line = 1; line <= 203; line += 1) await send({ ...REPORT, frames: [`a.js:${line}:1`] });
    await send({ ...REPORT, frames: ['a.js:1:1'] });
    await errors.close();
    const { errors: storedErrors, others } = await stored();
    expect([Object.keys(storedErrors).length, others]).toEqual([200, 3]);
    expect(Object.values(storedErrors).reduce((sum, { count }) => sum + count, 0)).toBe(201);
    const [file = ''] = readdirSync(join(state, 'ash/client-errors'));
    expect(readFileSync(join(state, 'ash/client-errors', file), 'utf8')).not.toContain('10.');
  });

  it.each([
    '{',
    '{"errors":{"__proto__":1},"others":0}',
    '{"errors":{"0123456789abcdef":{}},"others":0}',
    '{"errors":{},"others":-1}',
  ])('can be read even if the file of another day is damaged: %s', async (text) => {
    await send(REPORT);
    await errors.close();
    writeFileSync(join(state, `ash/client-errors/${DAY}.00.json`), text);
    expect(await counted()).toEqual([{ frames: ['a.x1.js:1:2'], count: 1, pages: { home: 1 } }]);
  });
});
