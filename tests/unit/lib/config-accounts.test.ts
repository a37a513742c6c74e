import { describe, expect, it } from 'vitest';
import { getConfig } from '#src/lib/config.ts';

const provider = {
  LECTERN_OIDC_ISSUER: 'https://id.example.com/realm',
  LECTERN_OIDC_CLIENT_ID: 'lectern',
  LECTERN_OIDC_NAME: 'Example ID',
};

describe('getConfig', () => {
  it('takes an OpenID provider, with a secret or as a public client', () => {
    const oidc = { issuer: 'https://id.example.com/realm', clientId: 'lectern', name: 'Example ID' };
    expect(getConfig(provider).oidc).toEqual({ ...oidc, clientSecret: undefined });
    expect(getConfig({ ...provider, LECTERN_OIDC_CLIENT_SECRET: 's' }).oidc).toEqual({ ...oidc, clientSecret: 's' });
    expect(getConfig({ ...provider, LECTERN_OIDC_ISSUER: 'http://127.0.0.1:9/' }).oidc?.issuer).toBe(
      'http://127.0.0.1:9/',
    );
  });

  it.each([
    [{ ...provider, LECTERN_OIDC_CLIENT_ID: '' }, /Give LECTERN_OIDC_CLIENT_ID and LECTERN_OIDC_NAME/],
    [{ ...provider, LECTERN_OIDC_NAME: '' }, /LECTERN_OIDC_NAME/],
    [{ ...provider, LECTERN_OIDC_ISSUER: 'http://id.example.com' }, /no https address/],
    [{ ...provider, LECTERN_OIDC_ISSUER: 'id.example.com' }, /no https address/],
    [{ LECTERN_SITE: 'https://{brand}.example.com/path' }, /LECTERN_SITE/],
    [{ LECTERN_SITE: 'localhost' }, /LECTERN_SITE/],
  ])('refuses %o', (env, message) => {
    expect(() => getConfig(env)).toThrow(message);
  });
});
