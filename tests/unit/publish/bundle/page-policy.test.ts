import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { policyFor, sitePolicy } from '#src/publish/bundle/page-policy.ts';

const source = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}`;
const policy = sitePolicy([source('first()'), source('second()')]);

describe('the policy of a page rendered on request', () => {
  it('allows only the inline scripts that the page contains', () => {
    expect(policyFor(policy, '<p>1</p><script>second()</script>')).toBe(sitePolicy([source('second()')]));
    expect(policyFor(policy, '<script>first()</script><script>second()</script>')).toBe(policy);
  });

  it('never allows a script that the policy of all pages does not allow', () => {
    const narrowed = policyFor(policy, '<script>other()</script><script src="/a.js"></script>');
    expect(narrowed).not.toContain('sha256-');
    expect(narrowed).toContain("script-src 'self';");
  });

  it('keeps all other directives', () => {
    const others = (text: string) => text.split(';').filter((directive) => !directive.startsWith('script-src'));
    expect(others(policyFor(policy, ''))).toEqual(others(policy));
  });
});
