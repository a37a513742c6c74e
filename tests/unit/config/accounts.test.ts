import { describe, expect, it } from 'vitest';
import { getConfig } from '#src/config/config.ts';

const provider = {
  LECTERN_OIDC_ISSUER: 'https://id.example.com/realm',
  LECTERN_OIDC_CLIENT_ID: 'lectern',
  LECTERN_OIDC_NAME: 'Example ID',
};

describe('the account settings in getConfig', () => {
  it('accept an OpenID provider, with a secret or as a public client', () => {
    const oidc = { issuer: 'https://id.example.com/realm', clientId: 'lectern', name: 'Example ID' };
    expect(getConfig(provider).oidc).toEqual({ ...oidc, clientSecret: undefined });
    expect(getConfig({ ...provider, LECTERN_OIDC_CLIENT_SECRET: 's' }).oidc).toEqual({ ...oidc, clientSecret: 's' });
  });

  it.each(['http://127.0.0.1:9/', 'http://localhost:9/', 'http://[::1]:9/'])(
    'accept a provider on this machine without https: %s',
    (issuer) => expect(getConfig({ ...provider, LECTERN_OIDC_ISSUER: issuer }).oidc?.issuer).toBe(issuer),
  );

  it.each(['https://www.example.com', 'http://{brand}.localhost:4321', 'https://{brand}'])(
    'accept %s as the URL of the sites',
    (site) => expect(getConfig({ LECTERN_SITE: site }).site).toBe(site),
  );

  it('accept a mail folder, or a mail server with a sender', () => {
    expect(getConfig({ LECTERN_STATE: '/state' }).mail).toEqual({ folder: '/state/api/mail' });
    expect(getConfig({ LECTERN_MAIL_DIR: '/mail' }).mail).toEqual({ folder: '/mail' });
    const smtp = 'smtps://ann:pass@mail.example.com';
    expect(getConfig({ LECTERN_MAIL_SMTP: smtp }).mail).toEqual({ smtp, sender: undefined });
    const sender = 'no-reply@example.com';
    expect(getConfig({ LECTERN_MAIL_SMTP: smtp, LECTERN_MAIL_FROM: sender }).mail).toEqual({ smtp, sender });
  });

  it('do not repeat the password of a rejected mail server', () => {
    expect(() => getConfig({ LECTERN_MAIL_SMTP: 'http://ann:secret@mail.example.com' })).toThrow(/^(?!.*secret)/);
  });

  it.each([
    [{ ...provider, LECTERN_OIDC_CLIENT_ID: '' }, /Set LECTERN_OIDC_CLIENT_ID and LECTERN_OIDC_NAME/],
    [{ ...provider, LECTERN_OIDC_NAME: '' }, /LECTERN_OIDC_NAME/],
    [{ ...provider, LECTERN_OIDC_ISSUER: 'http://id.example.com' }, /not an https address/],
    [{ ...provider, LECTERN_OIDC_ISSUER: 'id.example.com' }, /not an https address/],
    [{ LECTERN_SITE: 'https://{brand}.example.com/path' }, /LECTERN_SITE/],
    [{ LECTERN_SITE: 'localhost' }, /LECTERN_SITE/],
    [{ LECTERN_MAIL_SMTP: 'mail.example.com' }, /LECTERN_MAIL_SMTP is not a mail server/],
    [{ LECTERN_MAIL_SMTP: 'http://mail.example.com' }, /LECTERN_MAIL_SMTP is not a mail server/],
    [{ LECTERN_MAIL_SMTP: 'xsmtp://mail.example.com' }, /LECTERN_MAIL_SMTP is not a mail server/],
    [{ LECTERN_MAIL_SMTP: 'smtp:587' }, /LECTERN_MAIL_SMTP is not a mail server/],
    [{ LECTERN_MAIL_SMTP: 'smtp://mail.example.com', LECTERN_MAIL_FROM: '<ann@example.com' }, /LECTERN_MAIL_FROM is/],
    [{ LECTERN_MAIL_SMTP: 'smtp://mail.example.com', LECTERN_MAIL_FROM: 'ann@example.com>' }, /LECTERN_MAIL_FROM is/],
    [{ LECTERN_MAIL_SMTP: 'smtp://mail.example.com', LECTERN_MAIL_FROM: 'Ann' }, /LECTERN_MAIL_FROM is "Ann"/],
  ])('reject the invalid settings %j', (env, message) => {
    expect(() => getConfig(env)).toThrow(message);
  });
});
