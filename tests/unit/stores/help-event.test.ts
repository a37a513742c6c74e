import { describe, expect, it } from 'vitest';
import type { ApiClient } from '#src/api-client/types.ts';
import { loadStores, memoryPlatform } from './memory-platform.ts';

const KNOWN = { state: 'open', helped: 1, needed: 5, expires_at: '2026-05-02T00:00:00Z' } as const;

/** Answers each call in turn: with an event, or with the code of a failure. */
function upstream(answers: readonly (object | string | Promise<object>)[]) {
  const asked: string[] = [];
  const client: ApiClient = async (call) => {
    const given = answers[asked.length] ?? 'CLIENT_NETWORK';
    asked.push(call.name);
    const answer = await given;
    return typeof answer === 'string'
      ? { success: 0, data: call.empty, errors: [{ code: answer, message: answer }], status: 0 }
      : { success: 1, data: { event: answer }, errors: [], status: 200 };
  };
  return { client, asked };
}

async function open(answers: Parameters<typeof upstream>[0]) {
  const { client, asked } = upstream(answers);
  const platform = memoryPlatform({}, client);
  const stores = await loadStores(platform);
  await stores.help.openHelp(7, KNOWN);
  return { platform, asked, ...stores };
}

describe('a help event', () => {
  it('is what the upstream says of this device, else what the page said', async () => {
    expect((await open([{ ...KNOWN, state: 'clicked', helped: 2 }])).help.$help.get()).toMatchObject({
      id: 7,
      state: 'clicked',
      helped: 2,
    });
    expect((await open([])).help.$help.get()).toMatchObject({ state: 'open', helped: 1 });
  });

  it('counts a click, and no second one', async () => {
    const { help, asked } = await open([KNOWN, { ...KNOWN, state: 'clicked', helped: 2 }]);
    await Promise.all([help.giveHelp(), help.giveHelp()]);
    await help.giveHelp();
    expect(help.$help.get()).toMatchObject({ state: 'clicked', helped: 2, busy: false });
    expect(asked).toEqual(['event.inviteActivityHelpPage', 'event.help_click']);
  });

  it('stays clicked when what was asked before the click is answered after it', async () => {
    const late = Promise.withResolvers<object>();
    const clicked = { ...KNOWN, state: 'clicked', helped: 2 };
    const { help } = await open([KNOWN, late.promise, clicked]);
    const refreshing = help.refreshHelp();
    await help.giveHelp();
    late.resolve(KNOWN);
    await refreshing;
    expect(help.$help.get()).toMatchObject({ state: 'clicked', helped: 2, busy: false });
  });

  it('keeps waiting for its click when what was asked before it is answered meanwhile', async () => {
    const [late, counted] = [Promise.withResolvers<object>(), Promise.withResolvers<object>()];
    const { help, asked } = await open([KNOWN, late.promise, counted.promise]);
    const refreshing = help.refreshHelp();
    const giving = help.giveHelp();
    await help.refreshHelp();
    late.resolve(KNOWN);
    await refreshing;
    expect(help.$help.get()).toMatchObject({ state: 'open', busy: true });
    expect(asked).toHaveLength(3);
    counted.resolve({ ...KNOWN, state: 'clicked', helped: 2 });
    await giving;
    expect(help.$help.get()).toMatchObject({ state: 'clicked', busy: false });
  });

  it('says that a click did not arrive, and takes another', async () => {
    const { help, messages } = await open([KNOWN, 'INTERNAL', { ...KNOWN, state: 'success', helped: 5 }]);
    await help.giveHelp();
    expect(help.$help.get()).toMatchObject({ state: 'open', lost: true, busy: false });
    expect(messages.$notification.get()).toBe('Has Error');
    await help.giveHelp();
    expect(help.$help.get()).toMatchObject({ state: 'success', lost: false });
  });

  it('is over when the upstream says so', async () => {
    const { help, messages } = await open([KNOWN, 'EVENT_EXPIRED']);
    await help.giveHelp();
    expect(help.$help.get()).toMatchObject({ state: 'expired' });
    expect(messages.$notification.get()).toBeNull();
  });

  it('is over when its time is, while the page is open', async () => {
    const { help, platform } = await open([KNOWN]);
    expect(help.msUntil(KNOWN.expires_at)).toBe(12 * 3_600_000);
    help.endHelp();
    expect(help.$help.get()?.state).toBe('open');
    platform.setNow('2026-05-02T00:00:00Z');
    help.endHelp();
    expect(help.$help.get()?.state).toBe('expired');
    expect(help.msUntil(KNOWN.expires_at)).toBe(0);
  });
});
