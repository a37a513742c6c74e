import { expect, it } from 'vitest';
import { recordingLog } from '../../../helpers/recording-log.ts';
import { openApi } from '../../../integration/api/fixture.ts';

it('a failed call is logged with the id of its request', async () => {
  const { log, lines } = recordingLog();
  const api = await openApi(undefined, { log });
  try {
    await api.store.visitors.exec('ALTER TABLE users RENAME TO hidden');
    const account = { email: 'ann@example.com', password: 'a long enough secret', name: 'Ann' };
    const { status } = await api.post('auth.register', account, { 'x-request-id': 'request-0001' });
    expect(status).toBe(500);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'error', requestId: 'request-0001' }]);
  } finally {
    await api.close();
  }
});
