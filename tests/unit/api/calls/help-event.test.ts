import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stateOf } from '#src/api/calls/help-event.ts';
import { sql } from '#src/api/store/sql.ts';
import { book, NOW, type OpenApi, openApi } from '../../../integration/api/fixture.ts';
import { from, signUp } from '../../../integration/api/visitor.ts';

let api: OpenApi;

const DAY = 86_400_000;
const event = (name: string, needed: number) => ({
  section: 7,
  book: 'a',
  inviter: name,
  needed,
  helped: 1,
  expiresAt: new Date(NOW.getTime() + DAY).toISOString(),
});

/** The moment `hours` after NOW, as written in a time zone `offset` hours ahead of UTC. */
function inOffset(offset: number, hours: number): string {
  const local = new Date(NOW.getTime() + (hours + offset) * 3_600_000).toISOString().slice(0, 19);
  return `${local}${offset < 0 ? '-' : '+'}${String(Math.abs(offset)).padStart(2, '0')}:00`;
}

beforeAll(async () => {
  api = await openApi(async (writer) => {
    await writer.putBook(book('a'));
    await writer.putHelpEvent(event('Mo', 5));
    await writer.putHelpEvent(event('Ann', 2));
    await writer.putHelpEvent(event('Bo', 100));
    await writer.putHelpEvent({ ...event('East', 5), expiresAt: inOffset(10, 1) });
    await writer.putHelpEvent({ ...event('West', 5), expiresAt: inOffset(-10, 1) });
  });
});
beforeEach(() => api.setNow(NOW));
afterAll(() => api.close());

const device = (name: string) => ({ 'device-uuid': `device-${name}` });
const show = async (id: number, headers = {}) =>
  (await api.get('event.inviteActivityHelpPage', { active_id: id }, headers)).body.data.event;
const click = (id: number, headers = {}) => api.post('event.help_click', { active_id: id }, headers);

describe('a help event', () => {
  it('is open for each device until that device clicks, and counts each device once', async () => {
    expect(await show(1, device('one'))).toMatchObject({
      inviter: 'Mo',
      state: 'open',
      helped: 1,
      needed: 5,
      book: { id: 1 },
    });
    for (const _ of [1, 2]) {
      expect((await click(1, device('one'))).body.data.event).toMatchObject({ state: 'clicked', helped: 2 });
    }
    expect((await show(1, device('one'))).state).toBe('clicked');
    expect((await show(1, device('two'))).state).toBe('open');
    expect(await show(1)).toMatchObject({ state: 'open', helped: 2 });
  });

  it('succeeds when its goal is reached, and then counts no more clicks', async () => {
    expect((await click(2, device('one'))).body.data.event).toMatchObject({ state: 'success', helped: 2 });
    expect((await click(2, device('two'))).body.data.event).toMatchObject({ state: 'success', helped: 2 });
  });

  it('expires at its announced time', async () => {
    api.setNow(new Date(NOW.getTime() + DAY - 1));
    expect((await show(1, device('two'))).state).toBe('open');
    api.setNow(new Date(NOW.getTime() + DAY));
    expect((await show(1, device('two'))).state).toBe('expired');
  });

  it.each([
    ['ahead of', 4],
    ['behind', 5],
  ])('expires at the right moment if its end was written in a time zone %s UTC', async (_zone, id) => {
    api.setNow(new Date(NOW.getTime() + 3_599_000));
    expect((await show(id)).state).toBe('open');
    api.setNow(new Date(NOW.getTime() + 3_600_000));
    expect((await show(id)).state).toBe('expired');
  });

  it('rejects clicks with 410 after it has ended', async () => {
    api.setNow(new Date(NOW.getTime() + 2 * DAY));
    expect((await show(1)).state).toBe('expired');
    const { status, body } = await click(1, device('three'));
    expect([status, body]).toMatchObject([
      410,
      { desc: 'Help event has expired', errors: [{ code: 'EVENT_EXPIRED' }] },
    ]);
  });

  it('is found by its id, even if the request contains a different section or book id', async () => {
    const { status, headers } = await api.get('event.inviteActivityHelpPage', {
      active_id: 1,
      book_id: 99,
      section: 9,
    });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  it('responds with 404 if it does not exist, and rejects clicks without a valid device id', async () => {
    expect((await api.get('event.inviteActivityHelpPage', { active_id: 9 })).status).toBe(404);
    expect((await click(9, device('one'))).status).toBe(404);
    expect((await click(1)).status).toBe(400);
    expect((await click(1, { 'device-uuid': 'no good;' })).status).toBe(400);
    expect((await api.get('event.inviteActivityHelpPage')).status).toBe(400);
  });
});

describe('clicks on a help event', () => {
  const madeUpDevice = (n: number) => device(`made-up-${n}`);

  it('are limited per IP address, regardless of the device ids in the requests', async () => {
    const answers = [];
    for (let n = 0; n < 200; n += 1)
      answers.push(await click(3, { ...madeUpDevice(n), 'x-forwarded-for': '10.9.0.1' }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.at(-1)?.body.errors[0].code).toBe('RATE_LIMITED');
    const inOneNetwork = (n: number) => click(3, { ...madeUpDevice(300 + n), 'x-forwarded-for': `2001:db8::${n}` });
    for (const n of [1, 2, 3, 4, 5]) expect((await inOneNetwork(n)).status).toBe(200);
    expect((await inOneNetwork(6)).status).toBe(429);
    expect(await show(3)).toMatchObject({ state: 'open', helped: 11 });
  });

  it('count once per visitor, even from several devices', async () => {
    const visitor = await signUp(api);
    const signedIn = (name: string) => ({
      authorization: `Bearer ${visitor.token}`,
      ...device(name),
      ...from('10.9.0.2'),
    });
    for (const name of ['phone', 'tablet'])
      expect((await click(3, signedIn(name))).body.data.event).toMatchObject({ state: 'clicked', helped: 12 });
    expect((await show(3, device('tablet'))).state).toBe('open');
    const registeredDevices = sql`SELECT uuid FROM devices WHERE uuid IN ('device-phone', 'device-tablet') AND platform = 'other'`;
    expect(await api.store.visitors.all(registeredDevices)).toEqual([]);
  });
});

describe('device.register', () => {
  it('limits new devices per IP address, but not devices that are already registered', async () => {
    const register = (n: number) =>
      api.post('device.register', { platform: 'ios' }, { ...device(`many-${n}`), ...from('10.9.0.3') });
    for (let n = 0; n < 300; n += 1) expect((await register(n)).status).toBe(200);
    expect((await register(300)).status).toBe(429);
    expect((await register(7)).status).toBe(200);
  });

  it('recognises a registered device', async () => {
    for (const platform of ['android', 'ios']) {
      const { body } = await api.post('device.register', { platform }, device('four'));
      expect(body.data).toEqual({ device_uuid: 'device-four' });
    }
    expect(await api.store.visitors.all(sql`SELECT uuid, platform FROM devices WHERE uuid = 'device-four'`)).toEqual([
      { uuid: 'device-four', platform: 'ios' },
    ]);
    expect((await api.post('device.register', { platform: 'toaster' }, device('four'))).status).toBe(400);
    expect((await api.post('device.register', { platform: 'ios' })).status).toBe(400);
  });
});

it.each([
  [{ over: true, reached: true, own: true }, 'expired'],
  [{ over: true, reached: false, own: false }, 'expired'],
  [{ over: false, reached: true, own: false }, 'success'],
  [{ over: false, reached: false, own: true }, 'clicked'],
  [{ over: false, reached: false, own: false }, 'open'],
] as const)('the state of a help event with %j is "%s"', (facts, state) => {
  expect(stateOf(facts)).toBe(state);
});
