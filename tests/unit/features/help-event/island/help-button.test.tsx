// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '#src/contract/client/types.ts';
import { fromNow } from '#src/features/help-event/island/use-expiry-text.ts';
import { clearStage, click, type ShownIsland, settle, showIsland } from '../../../shell/island/stage.tsx';
import { loadStores, memoryPlatform } from '../../../shell/state/memory-platform.ts';

const DAY_MS = 86_400_000;
const END = '2027-01-01T00:00:00Z';
const event = (state: string) => ({ event: { state, helped: 2, needed: 5, expires_at: END } });

/** An upstream that supports only these calls and responds with data or an error code. */
const upstream =
  (answers: Readonly<Record<string, object | string>>): ApiClient =>
  async (call) => {
    const answer = answers[call.name] ?? 'CLIENT_NETWORK';
    return typeof answer === 'string'
      ? { success: 0, data: call.empty, errors: [{ code: answer, message: answer }], status: 0 }
      : { success: 1, data: answer, errors: [], status: 200 };
  };

const show = (answers: Parameters<typeof upstream>[0]) => showIsland('help', memoryPlatform({}, upstream(answers)));
const help = ({ find }: ShownIsland) => click(find('.help-state button'));

afterEach(clearStage);

describe('HelpButton', () => {
  it.each([
    ['success', 'Success', 'unlocked'],
    ['clicked', 'Click succeeded', 'your help counts'],
    ['expired', 'Help event has expired', 'This event has ended'],
  ])('shows the state for this device: %s', async (state, words, description) => {
    const island = await show({ 'event.inviteActivityHelpPage': event(state) });
    await settle();
    expect(island.find('.help-state').textContent).toBe(words);
    expect(island.find('.help-lead').textContent).toContain(description);
    expect(island.root.querySelector('.help-deadline') === null).toBe(state !== 'clicked');
  });

  it('sends the click to the upstream and shows a confirmation', async () => {
    const island = await show({ 'event.help_click': event('clicked') });
    expect(island.find('.help-lead').textContent).toContain('One tap from you brings Maya closer to unlocking “Moon”');
    await help(island);
    await settle();
    expect(island.find('.help-state').textContent).toBe('Click succeeded');
    expect(island.find('.help-progress').textContent).toBe('2 of 5 friends have helped');
  });

  it.each([
    ['EVENT_EXPIRED', '.help-state', 'Help event has expired'],
    ['INTERNAL', '.notification', 'Has Error'],
    ['INTERNAL', '.help-state small', 'Your click could not be sent. Please try again.'],
  ])('reports %s next to the button', async (code, place, words) => {
    const island = await show({ 'event.help_click': code });
    await help(island);
    await settle();
    expect(island.find(place).textContent).toBe(words);
  });

  it('waits while offline and requests the state again when the device is online', async () => {
    const calls: string[] = [];
    const client: ApiClient = async (call, params, context) => {
      calls.push(call.name);
      return upstream({ 'event.inviteActivityHelpPage': event('open') })(call, params, context);
    };
    const island = await showIsland('help', memoryPlatform({}, client));
    await settle();
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await act(async () => void dispatchEvent(new Event('offline')));
    expect(island.find<HTMLButtonElement>('.help-state button').disabled).toBe(true);
    expect(island.find('.help-state small').textContent).toContain('You are offline');
    online.mockReturnValue(true);
    await act(async () => void dispatchEvent(new Event('online')));
    expect(island.find<HTMLButtonElement>('.help-state button').disabled).toBe(false);
    expect(calls).toEqual(['event.inviteActivityHelpPage', 'event.inviteActivityHelpPage']);
  });

  it('shows that the event has ended while the page is open', async () => {
    const platform = memoryPlatform();
    platform.setNow('2026-12-31T23:59:59.950Z');
    const island = await showIsland('help', platform);
    expect(island.find('.help-state').textContent).toContain('Help with one tap');
    platform.setNow(END);
    await settle(120);
    expect(island.find('.help-state').textContent).toBe('Help event has expired');
  });
});

describe('runAt', () => {
  afterEach(() => void vi.useRealTimers());

  it.each([1, 30, 90])('waits for %s days, although timers are limited to 24 days', async (days) => {
    vi.useFakeTimers();
    await loadStores({ ...memoryPlatform(), now: () => Date.now() });
    const { runAt } = await import('#src/features/help-event/island/use-help-event.ts');
    const over = vi.fn();
    runAt(new Date(Date.now() + days * DAY_MS).toISOString(), over);
    await vi.advanceTimersByTimeAsync(days * DAY_MS - 1000);
    expect(over).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2000);
    expect(over).toHaveBeenCalledOnce();
  });
});

describe('fromNow', () => {
  const NOW = Date.parse('2026-05-01T12:00:00Z');

  it.each([
    ['2026-05-04T13:00:00Z', 'en-US', 'in 3 days'],
    ['2026-05-02T12:00:00Z', 'en-US', 'tomorrow'],
    ['2026-05-01T14:59:00Z', 'de-DE', 'in 2 Stunden'],
    ['2026-05-01T12:00:30Z', 'es-ES', 'dentro de 1 minuto'],
    ['2026-07-15T12:00:00Z', 'fr-FR', 'dans 2 mois'],
    ['2026-05-01T12:00:00Z', 'en-US', ''],
    ['2026-04-01T12:00:00Z', 'en-US', ''],
    ['no moment', 'en-US', ''],
  ])('formats %s in %s as "%s"', (time, tag, words) => {
    expect(fromNow(time, NOW, tag)).toBe(words);
  });
});
