import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addRedirects } from '#src/publish/release/index.ts';
import { createOldAddresses } from '#src/serve/files/redirects.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-old-addresses-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('createOldAddresses', () => {
  it('notices new redirects within a second', async () => {
    let now = 0;
    const addresses = createOldAddresses(folder, recordingLog().log, () => now);
    expect(addresses.find('/raft')).toBeUndefined();
    await addRedirects(folder, [['/raft/', '/novel/1']]);
    now = 1000;
    expect(addresses.find('/Raft/')).toBe('/novel/1');
    expect(addresses.find('/raft-2')).toBeUndefined();
  });
});
