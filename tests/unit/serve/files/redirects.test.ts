import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addRedirects, redirectsFile } from '#src/publish/release/index.ts';
import { createOldAddresses } from '#src/serve/files/redirects.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-old-addresses-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the redirects from URLs of a former site', () => {
  it('include lines added to their file within a second', async () => {
    let now = 0;
    const addresses = createOldAddresses(folder, recordingLog().log, () => now);
    expect(addresses.find('/raft')).toBeUndefined();
    await addRedirects(folder, [['/raft/', '/novel/1']]);
    now = 1000;
    await expect.poll(() => addresses.find('/Raft/')).toBe('/novel/1');
    expect(addresses.find('/raft-2')).toBeUndefined();
  });

  it('are available as soon as the server starts', async () => {
    await addRedirects(folder, [['/raft/', '/novel/1']]);
    expect(createOldAddresses(folder, recordingLog().log).find('/raft')).toBe('/novel/1');
  });

  it('stay unchanged while a changed file is being read', async () => {
    await addRedirects(folder, [['/raft', '/novel/1']]);
    let now = 0;
    const addresses = createOldAddresses(folder, recordingLog().log, () => now);
    const others = Array.from({ length: 5000 }, (_, number): [string, string] => [`/old-${number}`, '/novel/2']);
    await addRedirects(folder, others);
    now = 1000;
    expect(addresses.find('/raft')).toBe('/novel/1');
    expect(addresses.find('/old-4999')).toBeUndefined();
    await expect.poll(() => addresses.find('/old-4999')).toBe('/novel/2');
    expect(addresses.find('/raft')).toBe('/novel/1');
  });

  it('stay unchanged if their file can no longer be read, and the error is logged', async () => {
    await addRedirects(folder, [['/raft', '/novel/1']]);
    let now = 0;
    const { log, lines } = recordingLog();
    const addresses = createOldAddresses(folder, log, () => now);
    await rm(redirectsFile(folder));
    await mkdir(redirectsFile(folder));
    now = 1000;
    expect(addresses.find('/raft')).toBe('/novel/1');
    await expect.poll(() => lines.length).toBe(1);
    expect(addresses.find('/raft')).toBe('/novel/1');
  });
});
