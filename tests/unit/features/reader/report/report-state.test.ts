import { describe, expect, it } from 'vitest';
import type { ApiClient } from '#src/contract/client/types.ts';
import { loadStores, memoryPlatform } from '../../../shell/state/memory-platform.ts';

const KEPT = { 'lectern:report': '{"kind":"text"}' };
const RIGHT = {
  book_id: 4,
  chapter_id: 12,
  kind: 'text',
  passage: ' a lamp at for ',
  text: '',
  key: 'key-of-a-report',
};

async function reports(code?: string) {
  const sent: unknown[] = [];
  const client: ApiClient = async (call, params) => {
    sent.push(params);
    return code === undefined
      ? { success: 1, data: { report: { id: 3, created_at: '2026-05-01T12:00:00Z' } }, errors: [], status: 200 }
      : { success: 0, data: call.empty, errors: [{ code, message: code }], status: 400 };
  };
  const platform = memoryPlatform({}, client);
  for (const [key, value] of Object.entries(KEPT)) platform.tabStorage.set(key, value);
  const { report } = await loadStores(platform);
  return { sent, platform, ...report };
}

describe('a report about a chapter', () => {
  it('is sent with trimmed text, and deleted from the tab after the upstream has accepted it', async () => {
    const { sendReport, sent, platform } = await reports();
    expect(await sendReport(RIGHT)).toBe('sent');
    expect(sent).toEqual([{ ...RIGHT, passage: 'a lamp at for' }]);
    expect(platform.tabStorage.get('lectern:report')).toBeNull();
  });

  it.each([
    ['without a kind', { ...RIGHT, kind: '' }],
    ['of the kind "other" without text', { ...RIGHT, kind: 'other', text: ' ' }],
    ['with a passage that is too long', { ...RIGHT, passage: 'x'.repeat(1001) }],
  ])('%s is not sent', async (_, fields) => {
    const { sendReport, sent } = await reports();
    expect(await sendReport(fields)).toBe('input');
    expect(sent).toEqual([]);
  });

  it.each([
    ['RATE_LIMITED', 'often'],
    ['BAD_REQUEST', 'input'],
    ['CLIENT_NETWORK', 'lost'],
  ])('rejected with %s is kept and shows the message "%s"', async (code, message) => {
    const { sendReport, platform } = await reports(code);
    expect(await sendReport(RIGHT)).toBe(message);
    expect(platform.tabStorage.get('lectern:report')).toBe(KEPT['lectern:report']);
  });
});
