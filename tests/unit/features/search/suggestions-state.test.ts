import { describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '#src/contract/client/types.ts';
import { PATIENT } from '../../../helpers/limits.ts';
import { loadStores, memoryPlatform } from '../../shell/state/memory-platform.ts';

const tagNamed = (name: string) => ({ kind: 'tag', id: 1, name });

/** Responds to each word with a tag of the same name, after `release` has been called for the word. */
function heldClient(status = 200) {
  const requests: string[] = [];
  const heldResponses = new Map<string, () => void>();
  /** Sends the response for a word, after the word has been requested. */
  const release = async (word: string) => (await vi.waitUntil(() => heldResponses.get(word), PATIENT))();
  const client: ApiClient = async (call, params, { signal }) => {
    requests.push(params.keyword);
    await new Promise<void>((resolve) => {
      heldResponses.set(params.keyword, resolve);
      if (signal?.aborted) resolve();
      signal?.addEventListener('abort', () => resolve());
    });
    const errors = signal?.aborted ? [{ code: 'CLIENT_ABORTED', message: '' }] : [];
    const success = status === 200 && errors.length === 0;
    return {
      success: success ? 1 : 0,
      data: success ? { items: [tagNamed(params.keyword)] } : call.empty,
      errors,
      status,
    };
  };
  return { client, requestedWords: requests, release };
}

describe('suggest', () => {
  it('shows only the results for the latest word, whatever the order of responses', async () => {
    const { client, requestedWords, release } = heldClient();
    const { types } = await loadStores(memoryPlatform({}, client));
    const first = types.suggest('mo');
    const second = types.suggest(' moon ');
    await release('moon');
    await release('mo');
    await Promise.all([first, second]);
    expect(requestedWords).toEqual(['mo', 'moon']);
    expect(types.$suggestions.get()).toEqual([tagNamed('moon')]);
  });

  it('shows no suggestions and sends no request for a blank query', async () => {
    const { client, requestedWords } = heldClient();
    const { types } = await loadStores(memoryPlatform({}, client));
    await types.suggest('  ');
    expect([types.$suggestions.get(), requestedWords]).toEqual([[], []]);
  });

  it('does not repeat the call if the upstream does not support it', async () => {
    const { client, requestedWords, release } = heldClient(404);
    const { types } = await loadStores(memoryPlatform({}, client));
    const first = types.suggest('a');
    await release('a');
    await first;
    await types.suggest('ab');
    expect([requestedWords, types.$suggestions.get()]).toEqual([['a'], []]);
  });
});

describe('the state of search suggestions', () => {
  it('is "looking" until the response arrives', async () => {
    const { client, release } = heldClient();
    const { types } = await loadStores(memoryPlatform({}, client));
    const pending = types.suggest('moon');
    expect(types.$suggestionState.get()).toBe('looking');
    await release('moon');
    await pending;
    expect(types.$suggestionState.get()).toBe('idle');
  });

  it('is "offline" without a connection, until the next response', async () => {
    let isDown = true;
    const client: ApiClient = async (call) =>
      isDown
        ? { success: 0, data: call.empty, errors: [{ code: 'CLIENT_NETWORK', message: 'down' }], status: 0 }
        : { success: 1, data: { items: [tagNamed('moon')] }, errors: [], status: 200 };
    const { types } = await loadStores(memoryPlatform({}, client));
    await types.suggest('moon');
    expect([types.$suggestionState.get(), types.$suggestions.get()]).toEqual(['offline', []]);
    isDown = false;
    await types.suggest('moon');
    expect(types.$suggestionState.get()).toBe('idle');
  });

  it('is "idle" for an empty field, even if a response is pending', async () => {
    const { client } = heldClient();
    const { types } = await loadStores(memoryPlatform({}, client));
    const pending = types.suggest('moon');
    await types.suggest('');
    await pending;
    expect(types.$suggestionState.get()).toBe('idle');
  });
});

describe('recent searches', () => {
  it('are the latest eight without duplicates', async () => {
    const { types, local } = await loadStores(memoryPlatform());
    for (const word of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', ' c ', '   ']) types.rememberSearch(word);
    expect(local.$recentSearches.get()).toEqual(['c', 'i', 'h', 'g', 'f', 'e', 'd', 'b']);
  });

  it('can be cleared', async () => {
    const { types, local } = await loadStores(memoryPlatform({ 'lectern:recent-searches': '["a"]' }));
    types.forgetSearches();
    expect(local.$recentSearches.get()).toEqual([]);
  });
});
