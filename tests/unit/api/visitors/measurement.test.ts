import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createMeasurement, type ViewEvent } from '#src/api/visitors/measurement.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';

const VIEW: ViewEvent = {
  measurementId: 'G-ASH',
  path: '/novel/7',
  title: 'The Sea',
  referrer: 'https://search.test/',
  lang: 'en-us',
  address: '192.0.2.7',
};
const CONFIG = {
  endpoint: 'https://provider.test/collect?v=2',
  secrets: new Map([
    ['G-ASH', 'quiet'],
    ['G-OAK', 'still'],
  ]),
};

let forwarded: { url: URL; init: { method: string; body: string } }[];
let answer: () => Promise<Response>;
let now: Date;
beforeEach(() => {
  forwarded = [];
  now = new Date('2026-06-01T00:00:00Z');
  answer = async () => new Response(null, { status: 204 });
  vi.stubGlobal('fetch', (url: URL, init: { method: string; body: string }) => {
    forwarded.push({ url, init });
    return answer();
  });
});

const open = (config: typeof CONFIG | undefined = CONFIG) => {
  const { log, lines } = recordingLog();
  return { lines, ...createMeasurement(config, log, () => now) };
};
const clientIds = () => forwarded.map(({ init }) => JSON.parse(init.body).client_id as string);

describe('a page view sent to the measurement provider', () => {
  it("is forwarded with the API secret of its measurement id, without the visitor's IP address", async () => {
    const { forward, close } = open();
    forward(VIEW);
    await close();
    const [{ url, init } = forwarded[0] as never] = forwarded;
    expect([init.method, url.origin, url.pathname]).toEqual(['POST', 'https://provider.test', '/collect']);
    expect(Object.fromEntries(url.searchParams)).toEqual({ v: '2', measurement_id: 'G-ASH', api_secret: 'quiet' });
    expect(JSON.parse(init.body)).toEqual({
      client_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      events: [
        {
          name: 'page_view',
          params: {
            page_location: '/novel/7',
            page_title: 'The Sea',
            page_referrer: 'https://search.test/',
            language: 'en-us',
          },
        },
      ],
    });
    expect(init.body).not.toContain(VIEW.address);
  });

  it('has a client id that depends on the visitor, the day and the measurement id', async () => {
    const { forward, close } = open();
    forward(VIEW);
    now = new Date('2026-06-01T23:59:59Z');
    forward({ ...VIEW, path: '/other' });
    forward({ ...VIEW, address: '192.0.2.8' });
    forward({ ...VIEW, measurementId: 'G-OAK' });
    now = new Date('2026-06-02T00:00:00Z');
    forward(VIEW);
    await close();
    const [first, again, ...others] = clientIds();
    expect(again).toBe(first);
    expect(new Set([first, ...others]).size).toBe(4);
  });

  it('is forwarded only if there is a provider and its measurement id has an API secret', async () => {
    for (const { forward, close } of [createMeasurement(undefined, recordingLog().log, () => now), open()]) {
      forward({ ...VIEW, measurementId: 'G-NONE' });
      await close();
    }
    expect(forwarded).toEqual([]);
  });

  it.each([
    ['cannot be reached', () => Promise.reject(new Error('refused to connect')), 'refused to connect'],
    ['responds with an error', async () => new Response('no', { status: 503 }), 'the provider answered 503'],
  ])('is only logged if the provider %s', async (_what, respond, text) => {
    answer = respond;
    const { forward, close, lines } = open();
    forward(VIEW);
    await close();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', msg: `a page view could not be forwarded: ${text}` },
    ]);
  });

  it('is discarded while a hundred other page views are being sent', async () => {
    const waiting: (() => void)[] = [];
    answer = () => new Promise((resolve) => waiting.push(() => resolve(new Response(null, { status: 204 }))));
    const { forward, close } = open();
    for (let n = 0; n < 105; n += 1) forward(VIEW);
    expect(forwarded).toHaveLength(100);
    for (const end of waiting.splice(0)) end();
    await close();
    forward(VIEW);
    expect(forwarded).toHaveLength(101);
    for (const end of waiting) end();
    await close();
  });
});
