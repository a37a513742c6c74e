import { describe, expect, it } from 'vitest';
import type { ApiClient } from '#src/contract/client/types.ts';
import { DEVICE, loadStores, memoryPlatform } from '../../shell/state/memory-platform.ts';

const RIGHT = {
  name: 'Ann',
  email: 'ann@example.org',
  native: 'es',
  languages: ['en'],
  books: [4],
  consent: true,
  about: 'I have read this novel twice and would begin with it.',
};

async function form(code?: string) {
  const sent: unknown[] = [];
  const client: ApiClient = async (call, params) => {
    sent.push(params);
    return code === undefined
      ? { success: 1, data: { application: { id: 12, created_at: '2026-05-01T12:00:00Z' } }, errors: [], status: 200 }
      : { success: 0, data: call.empty, errors: [{ code, message: code }], status: 409 };
  };
  const platform = memoryPlatform({}, client);
  return { sent, platform, ...(await loadStores(platform)) };
}

describe('an application as a translator', () => {
  it('is sent when it is valid, always with the same idempotency key', async () => {
    const { translator, sent, platform } = await form();
    translator.saveDraft(RIGHT);
    await translator.apply();
    expect(sent).toEqual([{ ...RIGHT, key: DEVICE }]);
    expect(translator.$submission.get()).toEqual({ state: 'sent', number: 12, email: 'ann@example.org' });
    expect(platform.tabStorage.get('lectern:translator')).toBeNull();
  });

  it('is not sent while invalid, and lists the errors in the order of the form', async () => {
    const { translator, sent } = await form();
    translator.saveDraft({ ...RIGHT, about: 'Too little.', name: ' ', languages: ['es'] });
    await translator.apply();
    expect(translator.$invalidFields.get()).toEqual(['name', 'languages', 'about']);
    expect(sent).toEqual([]);
  });

  it('clears an error as soon as it is fixed, and finds new errors only at the next attempt to send', async () => {
    const { translator } = await form();
    translator.saveDraft({ ...RIGHT, name: '', books: [] });
    await translator.apply();
    translator.saveDraft({ name: 'Ann', email: '' });
    expect(translator.$invalidFields.get()).toEqual(['books']);
  });

  it('is kept across a reload and a failure', async () => {
    const { translator, platform } = await form('CONFLICT');
    const found = [{ id: 4, title: 'Moon', category: { name: 'Romance', sub_name: null } }];
    translator.saveDraft({ ...RIGHT, found });
    await translator.apply();
    expect(translator.$submission.get()).toEqual({ state: 'failed', code: 'CONFLICT' });
    const again = await loadStores(platform);
    expect(again.translator.restoreDraft()).toEqual({ ...RIGHT, found, key: DEVICE });
  });

  it('starts empty if the stored draft is damaged', async () => {
    const { translator, platform } = await form();
    platform.tabStorage.set('lectern:translator', '{"name":3}');
    expect(translator.restoreDraft()).toMatchObject({ name: '', books: [] });
  });
});
