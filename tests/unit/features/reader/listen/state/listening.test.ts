import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SpeechText } from '#src/features/reader/listen/state/listening.ts';
import { PATIENT } from '../../../../../helpers/limits.ts';
import { loadStores, type MemoryPlatform, memoryPlatform } from '../../../../shell/state/memory-platform.ts';
import { type ScriptedSpeech, scriptedSpeech, voice } from './speech.ts';

const script = (chapterId: number, ...sentences: string[]): SpeechText => ({ chapterId, language: 'en-US', sentences });
const ONE = script(41, 'Once.', 'Upon.', 'A time.');

let speech: ScriptedSpeech;
let platform: MemoryPlatform;
let highlighted: (string | null)[];

async function load(saved: Record<string, string> = {}, voices = [voice('Ann', 'en-US')]) {
  speech = scriptedSpeech(voices);
  const { synthesis, utterance } = speech;
  platform = { ...memoryPlatform(saved), synthesis: () => synthesis, utterance };
  highlighted = [];
  const { local } = await loadStores(platform);
  const stores = {
    ...(await import('#src/features/reader/listen/state/listening.ts')),
    ...(await import('#src/features/reader/listen/state/voices.ts')),
  };
  return { ...stores, local };
}

/** A page with these chapters of a book. */
const pageWith = (...chapters: SpeechText[]) => ({
  show: (chapter: SpeechText, sentence: number | null) =>
    void highlighted.push(sentence === null ? null : (chapter.sentences[sentence] ?? '')),
  next: async (chapter: SpeechText) => chapters.find(({ chapterId }) => chapterId > chapter.chapterId) ?? null,
});
const spokenTexts = () => speech.said.map(({ text }) => text);

afterEach(() => void vi.useRealTimers());

describe('reading sentences aloud', () => {
  it('reads sentence after sentence and marks the spoken sentence', async () => {
    const { startListening, $speech } = await load();
    startListening(ONE, 1, pageWith());
    expect([spokenTexts(), highlighted]).toEqual([['Upon.'], ['Upon.']]);
    await speech.finish();
    expect([spokenTexts(), highlighted]).toEqual([
      ['Upon.', 'A time.'],
      ['Upon.', 'A time.'],
    ]);
    expect($speech.get()).toEqual({ state: 'playing', chapterId: 41, sentence: 2, problem: null });
  });

  it('continues with the next chapter, skips a chapter without text, and ends with the book', async () => {
    const { startListening, $speech } = await load();
    startListening(ONE, 2, pageWith(script(42), script(43, 'The end.')));
    await speech.finish();
    await vi.waitFor(() => expect(spokenTexts()).toEqual(['A time.', 'The end.']), PATIENT);
    expect($speech.get()).toMatchObject({ state: 'playing', chapterId: 43, sentence: 0 });
    await speech.finish();
    await vi.waitFor(() => expect($speech.get()).toMatchObject({ state: 'off', problem: 'ended' }), PATIENT);
    expect(highlighted.at(-1)).toBeNull();
  });

  it('repeats the sentence after a pause', async () => {
    const { startListening, pauseListening, resumeListening, $speech } = await load();
    startListening(ONE, 0, pageWith());
    pauseListening();
    expect($speech.get().state).toBe('paused');
    resumeListening();
    expect(spokenTexts()).toEqual(['Once.', 'Once.']);
  });

  it('ignores speech events for a sentence that has ended', async () => {
    const { startListening, pauseListening, $speech } = await load();
    startListening(ONE, 0, pageWith());
    const [first] = speech.said;
    pauseListening();
    first?.onend?.({} as SpeechSynthesisEvent);
    expect([spokenTexts(), $speech.get().state]).toEqual([['Once.'], 'paused']);
  });

  it('skips sentences within the chapter, even while paused', async () => {
    const { startListening, stepListening, pauseListening, $speech } = await load();
    startListening(ONE, 0, pageWith());
    stepListening(1);
    stepListening(9);
    pauseListening();
    stepListening(-1);
    expect(spokenTexts()).toEqual(['Once.', 'Upon.', 'A time.']);
    expect([$speech.get().sentence, $speech.get().state, highlighted.at(-1)]).toEqual([1, 'paused', 'Upon.']);
  });

  it('stays stopped if it was stopped while the next chapter was loading', async () => {
    const { startListening, stopListening, $speech } = await load();
    let resolveNext = (_script: SpeechText) => {};
    const slow = { ...pageWith(), next: () => new Promise<SpeechText>((resolve) => (resolveNext = resolve)) };
    startListening(ONE, 2, slow);
    await speech.finish();
    stopListening();
    resolveNext(script(42, 'Two.'));
    await Promise.resolve();
    expect([spokenTexts(), $speech.get().state]).toEqual([['A time.'], 'off']);
  });

  it('uses the voice chosen for the language and the chosen rate, and stores both', async () => {
    const voices = [voice('Zoe', 'de-DE', true), voice('Ann', 'en-GB'), voice('Bob', 'en-US')];
    const { startListening, chooseVoice, setRate } = await load({}, voices);
    startListening(ONE, 0, pageWith());
    chooseVoice('en-US', 'Ann');
    setRate(1.34);
    expect(speech.said.map(({ voice: used, lang, rate }) => [used?.name, lang, rate])).toEqual([
      ['Bob', 'en-US', 1],
      ['Ann', 'en-GB', 1],
      ['Ann', 'en-GB', 1.3],
    ]);
    expect(platform.saved.get('lectern:listening')).toBe('{"rate":1.3,"voices":{"en":"Ann"}}');
  });

  it('leaves the choice to the browser if there is no voice for the language', async () => {
    const { startListening } = await load({}, [voice('Zoe', 'de-DE', true)]);
    startListening(ONE, 0, pageWith());
    expect([speech.said[0]?.voice, speech.said[0]?.lang]).toEqual([undefined, 'en-US']);
  });

  it.each([
    ['not-allowed', 'refused'],
    ['synthesis-failed', 'failed'],
  ])('pauses if the browser reports %s', async (error, problem) => {
    const { startListening, $speech } = await load();
    startListening(ONE, 0, pageWith());
    speech.fail(error);
    expect($speech.get()).toMatchObject({ state: 'paused', problem });
  });

  it('reports that the browser does not support speech', async () => {
    const { startListening, $speech } = await load();
    const { setPlatform } = await import('#src/shell/state/platform.ts');
    setPlatform({ ...platform, synthesis: () => undefined });
    startListening(ONE, 0, pageWith());
    expect($speech.get()).toMatchObject({ state: 'off', problem: 'unsupported' });
  });
});

describe('the sleep timer', () => {
  it('stops after the chosen minutes', async () => {
    vi.useFakeTimers();
    const { startListening, setSleep, $sleep, $speech } = await load();
    startListening(ONE, 0, pageWith());
    setSleep(5);
    setSleep(15);
    expect($sleep.get()).toEqual({ kind: 'time', until: platform.now() + 900_000 });
    vi.advanceTimersByTime(899_999);
    expect($speech.get().state).toBe('playing');
    vi.advanceTimersByTime(1);
    expect([$speech.get().state, $sleep.get()]).toEqual(['paused', null]);
  });

  it('stops at the end of the chapter', async () => {
    const { startListening, setSleep, $sleep, $speech } = await load();
    startListening(ONE, 2, pageWith(script(42, 'Two.')));
    setSleep('chapter');
    await speech.finish();
    expect([spokenTexts(), $speech.get().state, $sleep.get()]).toEqual([['A time.'], 'paused', null]);
  });
});

describe('the voices for reading aloud', () => {
  it('are ordered by how well they suit the text', async () => {
    const { sortVoices } = await load();
    const voices = [voice('Zoe', 'de-DE', true), voice('Ann', 'en_GB'), voice('Bob', 'en-US'), voice('Cal', 'en')];
    expect(sortVoices(voices, 'en-US').map(({ name }) => name)).toEqual(['Bob', 'Ann', 'Cal', 'Zoe']);
  });

  it('are available when the browser lists them', async () => {
    const { watchVoices, $voices } = await load({}, []);
    const stop = watchVoices();
    expect($voices.get()).toBeNull();
    speech.tellVoices([voice('Ann', 'en-US')]);
    expect($voices.get()).toHaveLength(1);
    stop();
  });

  it('are assumed to be missing if the browser does not list any for a while', async () => {
    vi.useFakeTimers();
    const { watchVoices, $voices } = await load({}, []);
    watchVoices();
    vi.advanceTimersByTime(2000);
    expect($voices.get()).toEqual([]);
  });
});
