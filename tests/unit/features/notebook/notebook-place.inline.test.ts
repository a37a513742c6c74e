import { runInNewContext } from 'node:vm';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import script from '#src/features/notebook/notebook-place.inline.ts?raw';

describe('the pre-paint script of the notebook', () => {
  it('detects from the URL whether one notebook is shown, even after the URL changes', () => {
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
