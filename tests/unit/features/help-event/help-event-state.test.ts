import { describe, expect, it } from 'vitest';
import type { ApiClient } from '#src/contract/client/types.ts';
import { loadStores, memoryPlatform } from '../../shell/state/memory-platform.ts';

const KNOWN = { state: 'open', helped: 1, needed: 5, expires_at: '2026-05-02T00:00:00Z' } as const;

/** An upstream that responds to calls in order, each with an event or an error code. */
function upstream(answers: readonly (object | string | Promise<object>)[]) {
  const calls: string[] = [];
  const client: ApiClient = async (call) => {
    const response = answers[calls.length] ?? 'CLIENT_NETWORK';
    calls.push(call.name);
    const answer = await response;
    return typeof answer === 'string'
      ? { success: 0, data: call.empty, errors: [{ code: answer, message: answer }], status: 0 }
      : { success: 1, data: { event: answer }, errors: [], status: 200 };
  };
  return { client, calls };
}

async function open(answers: Parameters<typeof upstream>[0]) {
  const { client, calls } = upstream(answers);
  const platform = memoryPlatform({}, client);
  const stores = await loadStores(platform);
  await stores.help.openHelp(7, KNOWN);
  return { platform, calls, ...stores };
}

describe('the state of a help event', () => {
  it("comes from the upstream's response for this device, or else from the page", async () => {
    expect((await open([{ ...KNOWN, state: 'clicked', helped: 2 }])).help.$help.get()).toMatchObject({
      id: 7,
      state: 'clicked',
      helped: 2,
    });
    expect((await open([])).help.$help.get()).toMatchObject({ state: 'open', helped: 1 });
  });

  it('changes only on the first click', async () => {
    const { help, calls } = await open([KNOWN, { ...KNOWN, state: 'clicked', helped: 2 }]);
    await Promise.all([help.giveHelp(), help.giveHelp()]);
    await help.giveHelp();
    expect(help.$help.get()).toMatchObject({ state: 'clicked', helped: 2, busy: false });
    expect(calls).toEqual(['event.inviteActivityHelpPage', 'event.help_click']);
  });

  it('stays "clicked" if an earlier request completes after the click', async () => {
    const pending = Promise.withResolvers<object>();
    const clicked = { ...KNOWN, state: 'clicked', helped: 2 };
    const { help } = await open([KNOWN, pending.promise, clicked]);
    const refreshing = help.refreshHelp();
    await help.giveHelp();
    pending.resolve(KNOWN);
    await refreshing;
    expect(help.$help.get()).toMatchObject({ state: 'clicked', helped: 2, busy: false });
  });

  it('keeps waiting for the response to the click if an earlier request completes in the meantime', async () => {
    const [late, counted] = [Promise.withResolvers<object>(), Promise.withResolvers<object>()];
    const { help, calls } = await open([KNOWN, late.promise, counted.promise]);
    const refreshing = help.refreshHelp();
    const giving = help.giveHelp();
    await help.refreshHelp();
    late.resolve(KNOWN);
    await refreshing;
    expect(help.$help.get()).toMatchObject({ state: 'open', busy: true });
    expect(calls).toHaveLength(3);
    counted.resolve({ ...KNOWN, state: 'clicked', helped: 2 });
    await giving;
    expect(help.$help.get()).toMatchObject({ state: 'clicked', busy: false });
  });

  it('records that a click could not be sent, and then allows another click', async () => {
    const { help, messages } = await open([KNOWN, 'INTERNAL', { ...KNOWN, state: 'success', helped: 5 }]);
    await help.giveHelp();
    expect(help.$help.get()).toMatchObject({ state: 'open', lost: true, busy: false });
    expect(messages.$notification.get()).toBe('Has Error');
    await help.giveHelp();
    expect(help.$help.get()).toMatchObject({ state: 'success', lost: false });
  });

  it('is "expired" after the upstream has reported that the event has expired', async () => {
    const { help, messages } = await open([KNOWN, 'EVENT_EXPIRED']);
    await help.giveHelp();
    expect(help.$help.get()).toMatchObject({ state: 'expired' });
    expect(messages.$notification.get()).toBeNull();
  });

  it('is "expired" in an open page once the deadline of the event has passed', async () => {
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
