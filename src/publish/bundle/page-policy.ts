import { createHash } from 'node:crypto';
import { POLICY_DIRECTIVES } from './policy-directives.ts';

/**
 * The Content-Security-Policy of all pages. It has no space after a semicolon, because every response contains it.
 * @param scripts sources that allow the inline scripts: `sha256-…`
 */
export const sitePolicy = (scripts: readonly string[]): string =>
  [
    ...POLICY_DIRECTIVES,
    ["script-src 'self'", ...scripts.map((source) => `'${source}'`)].join(' '),
    "style-src 'self'",
  ].join(';');

const SCRIPT = /<script>([\s\S]*?)<\/script>/g;
const HASH = / 'sha256-([\w+/]{43}=)'/g;

/** Removes the hashes of inline scripts that the page does not contain, to send fewer bytes. */
export function policyFor(policy: string, html: string): string {
  const inPage = new Set([...html.matchAll(SCRIPT)].map(([, code = '']) => sha256(code)));
  return policy.replace(HASH, (source, digest: string) => (inPage.has(digest) ? source : ''));
}

/** Digests by script: pages share a few scripts. */
const digests = new Map<string, string>();
const MAX_DIGESTS = 100;

function sha256(code: string): string {
  const digest = digests.get(code) ?? createHash('sha256').update(code).digest('base64');
  if (digests.size < MAX_DIGESTS) digests.set(code, digest);
  return digest;
}
