import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordingLog } from '../../helpers/recording-log.ts';
import { startApi, type TestApi } from './fixture.ts';
import { from, PASSWORD, signIn, signUp } from './visitor.ts';

let api: TestApi;
let lines: string[];
beforeEach(async () => {
  const recording = recordingLog();
  lines = recording.lines;
  api = await startApi(undefined, { log: recording.log });
});
afterEach(() => api.close());

const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
const guess = (email: string, address: string) =>
  api.post('auth.login', { email, password: 'wrong guess' }, from(address));

describe('the security log of the API', () => {
  it('contains sign-ins with the visitor and the IP address, and rejected calls with the reason', async () => {
    const { id, email } = await signUp(api);
    const visitor = await signIn(api, email);
    await guess(email, '10.3.0.1');
    await visitor.post('user.change_password', { current: PASSWORD, password: 'another horse' });
    await visitor.post('auth.logout');
    expect(logged()).toMatchObject([
      { level: 'info', msg: 'a visitor signed in', way: 'registration', user: id, brand: 'local' },
      { level: 'info', msg: 'a visitor signed in', way: 'password', user: id, address: expect.stringMatching(/^10\./) },
      { level: 'warn', msg: 'a call was refused', call: 'auth.login', code: 'WRONG_CREDENTIALS', address: '10.3.0.1' },
      { level: 'info', msg: 'a visitor changed the password', user: id },
      { level: 'info', msg: 'a visitor signed out', user: id },
    ]);
    for (const line of logged()) expect(line['time']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it('contains invalid tokens', async () => {
    await api.get('user.profile');
    expect(logged()).toEqual([]);
    await api.get('user.profile', {}, { authorization: 'Bearer made-up', ...from('10.3.0.2') });
    expect(logged()).toMatchObject([{ call: 'user.profile', code: 'UNAUTHORIZED', address: '10.3.0.2' }]);
  });

  it('contains attempts that exceed a rate limit', async () => {
    for (let count = 0; count < 11; count += 1) await guess('ann@example.org', `10.3.1.${count}`);
    expect(logged().at(-1)).toMatchObject({ call: 'auth.login', code: 'RATE_LIMITED', address: '10.3.1.10' });
  });

  it('contains at most twenty lines a minute per network', async () => {
    for (let count = 0; count < 30; count += 1) await guess(`ann${count}@example.org`, '10.3.2.1');
    expect(lines).toHaveLength(20);
  });

  it('contains no secrets of visitors', async () => {
    const visitor = await signUp(api);
    const { token, cookie, email } = visitor;
    await guess(email, '10.3.3.1');
    await visitor.post('user.delete', { secret: PASSWORD });
    expect(lines.length).toBeGreaterThan(2);
    for (const secret of [token, cookie, email, PASSWORD, 'wrong guess'])
      expect(lines.join('\n')).not.toContain(secret);
  });

  it('contains the details of an unexpected error, which are hidden from the visitor', async () => {
    await api.store.visitors.exec('ALTER TABLE users RENAME TO hidden');
    const { status, body } = await api.post('auth.login', { email: 'ann@example.org', password: PASSWORD });
    expect(status).toBe(500);
    expect(body.errors).toEqual([{ code: 'INTERNAL', message: 'Something went wrong on our side.' }]);
    expect(JSON.stringify(body)).not.toMatch(/users|SQL|\.ts/);
    expect(logged()).toMatchObject([
      { level: 'error', msg: expect.stringMatching(/no such table: users|relation "users" does not exist/) },
    ]);
  });
});
