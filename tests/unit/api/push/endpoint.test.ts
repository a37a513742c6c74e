import { describe, expect, it } from 'vitest';
import { isPublicEndpoint } from '#src/api/push/endpoint.ts';

describe('isPublicEndpoint', () => {
  it.each(['https://fcm.googleapis.com/fcm/send/x', 'https://updates.push.services.mozilla.com/wpush/v2/x'])(
    'accepts %s',
    (endpoint) => expect(isPublicEndpoint(endpoint)).toBe(true),
  );

  it.each([
    'http://push.example.net/x',
    'https://push.example.net:8443/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://10.1.2.3/x',
    'https://localhost/x',
    'https://a.localhost/x',
    'https://user@push.example.net/x',
    'https://intranet/x',
    'nonsense',
  ])('rejects %s', (endpoint) => expect(isPublicEndpoint(endpoint)).toBe(false));
});
