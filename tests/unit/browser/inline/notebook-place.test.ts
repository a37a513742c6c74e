import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';

const script = readFileSync(new URL('../../../../src/browser/inline/notebook-place.js', import.meta.url), 'utf8');

describe('the script that tells whether one notebook is shown', () => {
  it('goes by the address, and follows it', () => {
    const { document } = parseHTML('<!doctype html><html><body></body></html>');
    const location = { hash: '#book=4' };
    let change: (() => void) | undefined;
    const addEventListener = (_type: string, run: () => void) => {
      change = run;
    };
    runInNewContext(script, { document, location, addEventListener });
    const isOne = () => document.documentElement.hasAttribute('data-one-notebook');
    expect(isOne()).toBe(true);
    location.hash = '';
    change?.();
    expect(isOne()).toBe(false);
    location.hash = '#book=4&mark=0123456789';
    change?.();
    expect(isOne()).toBe(true);
  });
});
