import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  FAULTS,
  type FaultyUpstream,
  type PassingCall,
  startFaultyUpstream,
} from '../../../helpers/faulty-upstream.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../../helpers/small-api.ts';
import { liveFiles, type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

let api: SmallApi;
let upstream: FaultyUpstream;
let site: SmallRebuild;
let live: Record<string, string>;
/** The last list that a run pulls. Only the settings of the brand follow. */
let lastList: string | undefined;

beforeAll(async () => {
  api = await startSmallApi(450);
  upstream = await startFaultyUpstream(api.origin);
  site = await smallRebuild(upstream.origin);
  await site.run();
  upstream.record();
  await site.run();
  lastList = upstream.calls.findLast(({ name }) => name !== 'brand.settings')?.name;
  live = liveFiles(site.folder);
});
afterAll(async () => {
  await site.close();
  await upstream.close();
  await api.close();
});

/** The expected error message for each fault. */
const MESSAGES = {
  refuse: /CLIENT_NETWORK/,
  status: /status 500/,
  hang: /CLIENT_TIMEOUT/,
  garble: /CLIENT_GARBLED.*not JSON/,
  busy: /status 503/,
  damage: /CLIENT_CONTRACT.*data\.items is/,
};

const PLACES = [
  ['the first call', (call: PassingCall) => call.count === 1],
  ['the middle page of a list', (call: PassingCall) => call.name === 'bookRank.book_list' && call.page === 2],
  ['the last list', (call: PassingCall) => call.name === lastList],
] as const;

describe.each(FAULTS)('a rebuild from an upstream with the fault "%s"', (fault) => {
  it.each(PLACES)('fails at %s, leaves the live release unchanged and names the failed call', async (_, select) => {
    await api.write((writer) => writer.putBook(smallBook(6, { introduction: 'Not to be seen.' })));
    let broken: PassingCall | undefined;
    upstream.break((call) => {
      if (select(call)) broken ??= call;
      return select(call);
    }, fault);
    const started = performance.now();
    const error: unknown = await site.run().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'UPSTREAM', exitCode: 3, message: expect.stringMatching(MESSAGES[fault]) });
    expect(error).toMatchObject({ message: expect.stringContaining(`at ${broken?.name} `) });
    if (broken && broken.page > 1)
      expect(error).toMatchObject({ message: expect.stringContaining(`"page":${broken.page}`) });
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(liveFiles(site.folder)).toEqual(live);
    expect(readdirSync(join(site.folder, 'releases'))).toHaveLength(1);
    upstream.clearFaults();
  });
});

describe('a rebuild after the upstream has recovered from its faults', () => {
  it('publishes a release', async () => {
    upstream.clearFaults();
    await api.write((writer) => writer.putBook(smallBook(6, { introduction: 'To be seen.' })));
    expect((await site.run()).status).toBe('published');
    expect(liveFiles(site.folder)).not.toEqual(live);
  });
});
