import { describe, expect, it } from 'vitest';
import { pagePolicy, strictTransportSecurity } from '#src/brand/response-headers.ts';

describe('Strict-Transport-Security', () => {
  it('is for a year and the host alone, unless the brand says otherwise', () => {
    expect(strictTransportSecurity({})).toBe('max-age=31536000');
    expect(strictTransportSecurity({ hsts: false })).toBeUndefined();
    expect(strictTransportSecurity({ hsts: { maxAge: 0 } })).toBe('max-age=0');
    const all = { maxAge: 63_072_000, includeSubDomains: true, preload: true };
    expect(strictTransportSecurity({ hsts: all })).toBe('max-age=63072000; includeSubDomains; preload');
  });
});

describe('the policy of pages', () => {
  const bundle = "default-src 'none'; img-src 'self' data: https:; script-src 'self'";

  it('names the hosts of pictures, and none besides the own one by default', () => {
    const policy = pagePolicy(bundle, { imageHosts: ['covers.example', 'cdn.example'] });
    expect(policy).toContain("; img-src 'self' data: https://covers.example https://cdn.example;");
    expect(pagePolicy(bundle, {})).toContain("; img-src 'self' data:;");
    expect(pagePolicy(bundle, {})).not.toContain('https:');
  });

  it('keeps all other directives, and says where to report', () => {
    expect(pagePolicy(bundle, {})).toBe(
      "default-src 'none'; script-src 'self'; img-src 'self' data:; report-uri /_report; report-to csp",
    );
  });
});
