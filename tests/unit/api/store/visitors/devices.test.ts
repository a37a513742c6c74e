import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#src/api/store/database.ts';
import { sql } from '#src/api/store/sql.ts';
import {
  addHelpClick,
  addKnownDevice,
  helpClicks,
  isKnownDevice,
  isRegistered,
  rememberDevice,
} from '#src/api/store/visitors/devices.ts';
import { newUser, visitorsDatabase } from './visitors-database.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 0, minute));

let database: Database;
beforeEach(async () => {
  database = await visitorsDatabase();
});

describe('a stored device', () => {
  it('has the times of its first and last use', async () => {
    expect(await isRegistered(database, 'one')).toBe(false);
    await rememberDevice(database, 'one', 'web', at(0));
    await rememberDevice(database, 'one', 'android', at(5));
    expect([await isRegistered(database, 'one'), await isRegistered(database, 'two')]).toEqual([true, false]);
    expect(await database.all(sql`SELECT platform, first_seen, last_seen FROM devices`)).toEqual([
      { platform: 'android', first_seen: at(0).toISOString(), last_seen: at(5).toISOString() },
    ]);
  });

  it('is a known device of its account while it is among the twenty most recently used', async () => {
    const [ada, bo] = [await newUser(database, 'ada@example.com'), await newUser(database, 'bo@example.com')];
    for (let number = 1; number <= 20; number += 1) await addKnownDevice(database, ada, `device ${number}`, at(number));
    await addKnownDevice(database, bo, 'device 1', at(0));
    await addKnownDevice(database, ada, 'device 1', at(30));
    expect(await isKnownDevice(database, ada, 'device 2')).toBe(true);
    await addKnownDevice(database, ada, 'device 21', at(31));
    expect([
      await isKnownDevice(database, ada, 'device 1'),
      await isKnownDevice(database, ada, 'device 2'),
      await isKnownDevice(database, ada, 'device 3'),
      await isKnownDevice(database, bo, 'device 1'),
      await isKnownDevice(database, bo, 'device 21'),
    ]).toEqual([true, false, true, true, false]);
    expect(await database.get(sql`SELECT 1 FROM known_devices WHERE device LIKE 'device%'`)).toBeUndefined();
  });
});

describe('a click on a help event', () => {
  it('counts once per visitor on all devices, and once per signed-out device', async () => {
    const visitor = { user: 5, device: 'one' };
    for (const helper of [visitor, { ...visitor, device: 'two' }, { user: undefined, device: 'three' }])
      for (const minute of [1, 2]) await addHelpClick(database, 9, helper, at(minute));
    await addHelpClick(database, 8, visitor, at(1));
    expect(await helpClicks(database, 9, visitor)).toEqual({ total: 2, own: true });
    expect(await helpClicks(database, 9, { user: 6, device: 'four' })).toEqual({ total: 2, own: false });
    expect(await helpClicks(database, 9, { user: 6, device: 'three' })).toEqual({ total: 2, own: true });
    expect(await helpClicks(database, 7, visitor)).toEqual({ total: 0, own: false });
  });
});
