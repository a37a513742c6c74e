import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { removedGlobalsScript, removedMembers } from '../../helpers/removed-globals.ts';

/** Removes the globals in a new JavaScript realm, and then runs an expression there. */
function evaluate(expression: string): unknown {
  const URL = Object.assign(() => {}, { canParse: () => true, createObjectURL: () => '' });
  const context = createContext({ URL });
  runInContext(removedGlobalsScript(), context);
  return runInContext(expression, context);
}

describe('the script that removes newer browser APIs', () => {
  it.each([
    'Promise.withResolvers',
    'Object.groupBy',
    'Array.fromAsync',
    '[].toSorted',
    'new Int8Array(1).toSorted',
    'new Set().union',
    '[].values().map',
    'new Map().keys().toArray',
    '"".isWellFormed',
    'globalThis.Iterator',
    'Intl.Segmenter',
    'Intl.DurationFormat',
    'RegExp.escape',
    'URL.canParse',
  ])('removes %s', (expression) => {
    expect(evaluate(`typeof ${expression}`)).toBe('undefined');
  });

  it.each([
    'Promise.allSettled',
    'Array.from',
    '[].map',
    '[].at',
    '[].findLast',
    '[].values',
    'new Set().has',
    'new Map().keys()[Symbol.iterator]',
    'Object.fromEntries',
    'Intl.NumberFormat',
    'URL.createObjectURL',
  ])('keeps %s', (expression) => {
    expect(evaluate(`typeof ${expression}`)).toBe('function');
  });

  it('does not break iteration, generators and classes', () => {
    expect(evaluate('[...new Set([1, 2]), ...(function* () { yield 3; })()].join()')).toBe('1,2,3');
  });

  it('removes APIs from pages and workers, but not Trusted Types', () => {
    const features = removedMembers().map(({ feature }) => feature);
    expect(features).toEqual(
      expect.arrayContaining([
        'api.AbortSignal.any_static',
        'api.Document.startViewTransition',
        'api.Window.requestIdleCallback',
        'api.Navigation',
      ]),
    );
    expect(
      features.filter((feature) => /\.(?:trustedTypes|TrustedHTML|TrustedTypePolicyFactory)\b/.test(feature)),
    ).toEqual([]);
    expect(features).not.toContain('api.fetch');
    expect(features).not.toContain('api.AbortSignal.timeout_static');
  });
});
