import type { Brand } from '#src/brand/registry.ts';
import { pagePolicy } from '#src/brand/response-headers.ts';
import { SPECULATION_RULES, SPECULATION_RULES_FILE } from '#src/brand/speculation-rules.ts';
import { mediaType } from '#src/lib/media-types.ts';
import { SECURITY_HEADERS, SHARED_WITH_SITE } from '#src/lib/response-headers.ts';

/** Cloudflare Pages ignores longer lines. */
export const MAX_LINE_CHARACTERS = 2000;

const IMMUTABLE = 'Cache-Control: public, max-age=31536000, immutable';

/**
 * Returns the file `_headers` for hosts that read it. Such hosts send the headers of all rules that match a path, and
 * join the values of a header that several rules set. So each header of a path is set by one rule only.
 * @param policy the policy of the bundle
 */
export function headersFile(policy: string, brand: Pick<Brand, 'imageHosts'>): string {
  const rules = {
    '/*': [
      `Content-Security-Policy: ${pagePolicy(policy, brand, { isReported: false })}`,
      ...Object.entries({ ...SECURITY_HEADERS, ...SHARED_WITH_SITE }).map(([name, value]) => `${name}: ${value}`),
      `Speculation-Rules: ${SPECULATION_RULES}`,
    ],
    '/_astro/*': [IMMUTABLE],
    '/_brand/*': [IMMUTABLE],
    [SPECULATION_RULES_FILE.url]: [`Content-Type: ${mediaType(SPECULATION_RULES_FILE.url)}`],
  };
  return Object.entries(rules)
    .map(([path, headers]) => `${[path, ...headers.map((header) => `  ${header}`)].join('\n')}\n`)
    .join('');
}
