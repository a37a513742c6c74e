import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { releasesOf } from '../../../../src/commands/releases/releases.ts';

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'lectern-releases-'));
  vi.stubEnv('LECTERN_STATE', state);
  vi.stubEnv('LECTERN_BRANDS', 'brands');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(state, { recursive: true, force: true });
});

const validOptions = { brand: 'local', action: 'list', ids: [], sample: undefined, json: false };

describe('npm run releases', () => {
  it.each([
    ['an unknown action', { action: 'forward' }, /Unknown action "forward"/],
    ['an action named like a method of every object', { action: 'toString' }, /Unknown action/],
    ['a rollback without a brand', { brand: undefined, action: 'rollback' }, /--brand ID is missing/],
    ['a release without a brand', { brand: undefined, action: 'verify', ids: ['1'] }, /--brand ID is missing/],
    ['too many releases', { action: 'rollback', ids: ['1', '2'] }, /rollback RELEASE/],
    ['--sample with an action that does not take it', { sample: '1' }, /takes no --sample/],
    ['a --sample that is not a number', { action: 'verify', sample: 'some' }, /whole number/],
    ['verifying a missing release', { action: 'verify', ids: ['1'] }, /Release 1 does not exist/],
    ['a rollback to a missing release', { action: 'rollback', ids: ['1'] }, /Existing releases: none/],
    ['a rollback without any release', { action: 'rollback' }, /no earlier release/],
  ])('rejects %s with exit code 2', async (_, changed, message) => {
    await expect(releasesOf({ ...validOptions, ...changed })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(message),
    });
  });

  it('with the action verify, names brands without a release and exits with 0', async () => {
    const { text, code } = await releasesOf({ ...validOptions, brand: undefined, action: 'verify' });
    expect(code).toBe(0);
    expect(text).toMatch(/^local: no release yet\. Create one: npm run rebuild -- --brand local$/m);
    expect(text.trim().split('\n').length).toBeGreaterThan(1);
  });
});
