import { REPORT_PATH } from '#src/lib/response-headers.ts';
import type { Brand } from './registry.ts';

const YEAR = 'max-age=31536000';

/**
 * Value of Strict-Transport-Security, which browsers respect only over https (RFC 6797); undefined if the brand does
 * not send the header.
 */
export function strictTransportSecurity({ hsts }: Pick<Brand, 'hsts'>): string | undefined {
  if (hsts === false) return undefined;
  if (hsts === undefined) return YEAR;
  const { maxAge, includeSubDomains = false, preload = false } = hsts;
  return [`max-age=${maxAge}`, includeSubDomains ? 'includeSubDomains' : '', preload ? 'preload' : '']
    .filter(Boolean)
    .join('; ');
}

/**
 * The policy for a brand's pages: the policy of the bundle, which is the same for all brands, plus the brand's image
 * hosts and the report URL. All supported browsers report to `report-uri`; `report-to` would need another header.
 * @param isReported whether browsers report violations, which a static host does not accept
 */
export function pagePolicy(
  policy: string,
  { imageHosts = [] }: Pick<Brand, 'imageHosts'>,
  { isReported = true }: { readonly isReported?: boolean } = {},
): string {
  const directives = policy.split(/;\s*/).filter((directive) => directive !== '' && !/^img-src\b/.test(directive));
  const images = ["img-src 'self' data:", ...imageHosts.map((host) => `https://${host}`)].join(' ');
  return [...directives, images, ...(isReported ? [`report-uri ${REPORT_PATH}`] : [])].join(';');
}
