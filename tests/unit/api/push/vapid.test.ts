import { describe, expect, it } from 'vitest';
import { readPushKeys } from '#src/api/push/keys.ts';
import { authorization } from '#src/api/push/vapid.ts';
import { vapidClaims } from '../../../helpers/vapid.ts';

/** RFC 8292, section 2.4. */
const RFC_HEADER =
  'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, ' +
  'k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';
/** The sender of RFC 8291, section 5. */
const PRIVATE = 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw';
const PUBLIC = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8';

describe('readPushKeys', () => {
  it('finds the public key of a private one', () => expect(readPushKeys(PRIVATE)?.public).toBe(PUBLIC));

  it.each(['', 'short', PUBLIC, `${PRIVATE}=`, Buffer.alloc(32).toString('base64url')])('refuses %j', (text) => {
    expect(readPushKeys(text)).toBeUndefined();
  });
});

describe('authorization', () => {
  it('is judged here as that of RFC 8292 is', () => {
    expect(vapidClaims(RFC_HEADER)).toMatchObject({ aud: 'https://push.example.net', sub: 'mailto:push@example.com' });
  });

  it('names the push service, the sender and an end within a day', () => {
    const keys = readPushKeys(PRIVATE);
    if (!keys) throw new Error('no keys');
    const now = new Date('2026-05-01T12:00:00Z');
    const header = authorization('https://push.example.net/send/abc', keys, 'mailto:help@a.test', now);
    const claims = vapidClaims(header);
    expect(claims).toMatchObject({ aud: 'https://push.example.net', sub: 'mailto:help@a.test', key: PUBLIC });
    expect(claims.exp - now.getTime() / 1000).toBeGreaterThan(0);
    expect(claims.exp - now.getTime() / 1000).toBeLessThanOrEqual(86_400);
  });
});
