import compatData from '@mdn/browser-compat-data' with { type: 'json' };
import type { BrowserName, CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data/types';
import { MINIMUM_BROWSERS } from './minimum-browsers.ts';

/** The minimum browsers by their names in MDN's data, which lists mobile browsers separately. */
const { chrome, firefox, safari } = MINIMUM_BROWSERS;
const BROWSERS: readonly (readonly [name: BrowserName, version: string, label: string])[] = [
  ['chrome', chrome, `Chrome ${chrome}`],
  ['chrome_android', chrome, `Chrome ${chrome} for Android`],
  ['firefox', firefox, `Firefox ${firefox}`],
  ['firefox_android', firefox, `Firefox ${firefox} for Android`],
  ['safari', safari, `Safari ${safari}`],
  ['safari_ios', safari, `Safari ${safari} for iOS`],
];

/** Root of MDN's tree of features. */
export const COMPAT_DATA: Readonly<Record<'api' | 'css' | 'javascript', Identifier>> = compatData;

/**
 * The minimum browsers that lack a feature; empty if all support it. A partial implementation counts as support, unless
 * it has no effect.
 * @param isPrefixed whether the style sheet also uses the feature with a vendor prefix
 */
export function browsersLacking(compat: CompatStatement, isPrefixed = false): readonly string[] {
  const lacking = BROWSERS.filter(([name, version]) => {
    const support = compat.support[name];
    const statements = support === undefined ? [] : [support].flat();
    return !statements.some((statement) => includes(statement, version, isPrefixed));
  });
  return lacking.map(([, , label]) => label);
}

function includes(statement: SimpleSupportStatement, version: string, isPrefixed: boolean): boolean {
  const { version_added: added, version_removed: removed, flags, prefix, alternative_name: otherName } = statement;
  if (flags || (prefix && !isPrefixed) || otherName) return false;
  if (statement.partial_implementation && /don't have any effect/.test(String(statement.notes))) return false;
  return isAtMost(added, version) && !(typeof removed === 'string' && isAtMost(removed, version));
}

/** Whether a feature was added in `version` or earlier. MDN writes `≤79` for 79 or earlier. */
function isAtMost(added: string | false, version: string): boolean {
  if (added === false || added === 'preview') return false;
  const parts = added.replace('≤', '').split('.').map(Number);
  const minimumParts = version.split('.').map(Number);
  for (const [index, part] of parts.entries()) {
    const difference = part - (minimumParts[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return true;
}

/** The child features by name, without the metadata (`__compat`). */
export function featuresOf(identifier: Identifier | undefined): [name: string, feature: Identifier][] {
  const entries = Object.entries(identifier ?? {}) as [string, Identifier][];
  return entries.filter(([name]) => name !== '__compat');
}
