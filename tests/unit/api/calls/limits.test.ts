import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  authLoginHandler,
  authOidcBeginHandler,
  authOidcFinishHandler,
  authRegisterHandler,
  authResetHandler,
  authResetRequestHandler,
} from '#src/api/calls/auth.ts';
import { chapterFindHandler } from '#src/api/calls/chapter.ts';
import { deviceRegisterHandler } from '#src/api/calls/device.ts';
import { visitPageViewHandler } from '#src/api/calls/measurement.ts';
import { pushSubscribeHandler, pushUnsubscribeHandler } from '#src/api/calls/push.ts';
import { reportAddHandler } from '#src/api/calls/report.ts';
import { shareCreateHandler } from '#src/api/calls/share.ts';
import { searchTypedHandler } from '#src/api/calls/suggestion.ts';
import { translatorApplyHandler } from '#src/api/calls/translator.ts';
import type { CallContext } from '#src/api/http/context.ts';
import type { Handler } from '#src/api/http/handler.ts';
import type { Store } from '#src/api/index.ts';
import type { CallLimits, RateLimit } from '#src/api/visitors/rate-limits.ts';
import { openTestStore } from '../../../helpers/test-store.ts';

const ADDRESS = '192.0.2.7';
const DEVICE = 'device-of-this-test';
const EMAIL = 'ann@example.com';
const PASSWORD = 'a lamp beside nine rivers';
const KEY = 'key-of-this-test';

let folder: string;
let store: Store;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-limits-'));
  store = await openTestStore(folder);
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * A call context in which one rate limit is reached.
 * @param uses receives the name and key of each limit that is checked
 */
function contextWith(reached: keyof CallLimits, uses: [string, string][]): CallContext {
  const limitOf = (name: string): RateLimit => {
    const ask = async (key: string) => {
      uses.push([name, key]);
      return name === reached ? 90 : 0;
    };
    return { consume: ask, wait: ask, restore: async () => {}, reset: async () => {} };
  };
  const limits = new Proxy({}, { get: (_, name) => limitOf(String(name)) }) as CallLimits;
  const site = { origin: 'https://www.test.example', name: 'Test Reads' };
  const visitor = { address: ADDRESS, device: DEVICE, user: undefined, lang: 'en', section: 7 };
  const context = { store, limits, site, ...visitor, brand: 'test', accounts: 'group', now: () => new Date(0) };
  return { ...context, measurementIds: [] } as unknown as CallContext;
}

const application = {
  name: 'Ann',
  email: EMAIL,
  native: 'en',
  languages: ['zh'],
  books: [1],
  about: 'I have translated novels for eleven years now.',
  consent: true,
  key: KEY,
};
const report = { book_id: 1, chapter_id: 2, kind: 'text', key: KEY };
const subscription = {
  endpoint: 'https://push.example/1',
  p256dh: 'p'.repeat(87),
  auth: 'a'.repeat(22),
  books: [1],
  reader: '/book-reader',
};
const view = { measurement_id: 'G-TEST', path: '/' };
const account = { email: EMAIL, password: PASSWORD };

type Limited = readonly [handler: Handler, params: object, limit: keyof CallLimits, key: string];

const LIMITED: readonly Limited[] = [
  [authRegisterHandler, account, 'registerByAddress', ADDRESS],
  [authRegisterHandler, account, 'takenByAddress', ADDRESS],
  [authLoginHandler, account, 'signInByAddress', ADDRESS],
  [authLoginHandler, account, 'signInByEmail', `group ${EMAIL}`],
  [authResetRequestHandler, { email: EMAIL }, 'resetByAddress', ADDRESS],
  [authResetHandler, { token: 't'.repeat(43), password: PASSWORD }, 'resetByAddress', ADDRESS],
  [authOidcBeginHandler, {}, 'signInByAddress', ADDRESS],
  [authOidcFinishHandler, { code: 'c', state: 's'.repeat(43) }, 'signInByAddress', ADDRESS],
  [deviceRegisterHandler, { platform: 'ios' }, 'devicesByAddress', ADDRESS],
  [pushSubscribeHandler, subscription, 'pushByAddress', ADDRESS],
  [pushUnsubscribeHandler, { endpoint: subscription.endpoint }, 'pushByAddress', ADDRESS],
  [reportAddHandler, report, 'reportsByAddress', ADDRESS],
  [reportAddHandler, report, 'reportsByDevice', DEVICE],
  [chapterFindHandler, { book_id: 1, keyword: 'lamp' }, 'findsByAddress', ADDRESS],
  [searchTypedHandler, { keyword: 'lamp' }, 'searchesByAddress', ADDRESS],
  [shareCreateHandler, { kind: 'book', id: 1 }, 'sharesByAddress', ADDRESS],
  [shareCreateHandler, { kind: 'book', id: 1 }, 'sharesByDevice', DEVICE],
  [translatorApplyHandler, application, 'applicationsByAddress', ADDRESS],
  [translatorApplyHandler, application, 'applicationsByDevice', DEVICE],
  [visitPageViewHandler, view, 'viewsByAddress', ADDRESS],
];

describe('the rate limit of a call', () => {
  it.each(LIMITED.map((row) => [row[0].call.name, row[2], row] as const))(
    'rejects %s with 429 if the limit "%s" is reached',
    async (_call, _limit, row) => {
      const [handler, params, limit, key] = row;
      const uses: [string, string][] = [];
      await expect(handler.run({ ...params }, contextWith(limit, uses))).rejects.toMatchObject({
        code: 'RATE_LIMITED',
        status: 429,
        headers: { 'retry-after': '90' },
      });
      expect(uses.at(-1)).toEqual([limit, key]);
    },
  );
});
