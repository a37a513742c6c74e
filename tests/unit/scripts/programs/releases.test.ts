import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { releasesOf } from '../../../../scripts/programs/releases.ts';

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

const given = { brand: 'local', action: 'list', ids: [], sample: undefined, json: false };

describe('npm run releases', () => {
  it.each([
    ['an unknown action', { action: 'forward' }, /no action "forward"/],
    ['an action that every object has', { action: 'toString' }, /no action/],
    ['a rollback without a brand', { brand: undefined, action: 'rollback' }, /which brand/],
    ['a named release without a brand', { brand: undefined, action: 'verify', ids: ['1'] }, /which brand/],
    ['more releases than it takes', { action: 'rollback', ids: ['1', '2'] }, /rollback RELEASE/],
    ['a list with a sample', { sample: '1' }, /takes no --sample/],
    ['a sample that is no number', { action: 'verify', sample: 'some' }, /whole number/],
    ['to verify a release that is not there', { action: 'verify', ids: ['1'] }, /There is no release 1/],
    ['to go back to a release that is not there', { action: 'rollback', ids: ['1'] }, /There are: none/],
    ['to go back where there is no release', { action: 'rollback' }, /no release before/],
  ])('refuses %s with exit code 2', async (_, changed, message) => {
    await expect(releasesOf({ ...given, ...changed })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(message),
    });
  });

  it('says of each brand that it has no release to verify yet', async () => {
    const { text, code } = await releasesOf({ ...given, brand: undefined, action: 'verify' });
    expect(code).toBe(0);
    expect(text).toMatch(/^local: no release yet\. Make one with: npm run rebuild -- --brand local$/m);
    expect(text.trim().split('\n').length).toBeGreaterThan(1);
  });
});
