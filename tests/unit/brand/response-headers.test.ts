import { describe, expect, it } from 'vitest';
import { pagePolicy, strictTransportSecurity } from '#src/brand/response-headers.ts';

describe('the Strict-Transport-Security header of a brand', () => {
  it('applies for one year and to this host only, unless the brand configures it differently', () => {
    expect(strictTransportSecurity({})).toBe('max-age=31536000');
    expect(strictTransportSecurity({ hsts: false })).toBeUndefined();
    expect(strictTransportSecurity({ hsts: { maxAge: 0 } })).toBe('max-age=0');
    const all = { maxAge: 63_072_000, includeSubDomains: true, preload: true };
    expect(strictTransportSecurity({ hsts: all })).toBe('max-age=63072000; includeSubDomains; preload');
  });
});

describe('the content security policy of a brand', () => {
  const bundle = "default-src 'none'; img-src 'self' data: https:; script-src 'self'";

  it("allows images from the brand's image hosts, and by default only from the site itself", () => {
    const policy = pagePolicy(bundle, { imageHosts: ['covers.example', 'cdn.example'] });
    expect(policy).toContain(";img-src 'self' data: https://covers.example https://cdn.example;");
    expect(pagePolicy(bundle, {})).toContain(";img-src 'self' data:;");
    expect(pagePolicy(bundle, {})).not.toContain('https:');
  });

  it('keeps all other directives and the report URL', () => {
    expect(pagePolicy(bundle, {})).toBe(
      "default-src 'none';script-src 'self';img-src 'self' data:;report-uri /_report",
    );
  });
});
