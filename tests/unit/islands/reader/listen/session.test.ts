// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sentencesOf } from '#src/islands/reader/listen/sentences.ts';
import { firstInView, leaveForNext, listenFromStart, listenHere } from '#src/islands/reader/listen/session.ts';
import * as flow from '#src/islands/reader/loaded-chapters/loaded-chapters.ts';
import { $speech, stopListening } from '#src/stores/listening.ts';
import { setPlatform } from '#src/stores/platform.ts';
import { memoryPlatform } from '../../../stores/memory-platform.ts';
import { type ScriptedSpeech, scriptedSpeech, voice } from '../../../stores/speech.ts';
import { hrefOf } from '../chapters.ts';
import { type LaidOutPage, layOut } from '../position/laid-out.ts';

vi.mock('#src/islands/reader/loaded-chapters/loaded-chapters.ts', { spy: true });

let page: LaidOutPage;
let speech: ScriptedSpeech;
let platform: ReturnType<typeof memoryPlatform>;

beforeEach(() => {
  stopListening();
  speech = scriptedSpeech([voice('Ann', 'en-US')]);
  const { synthesis, utterance } = speech;
  platform = { ...memoryPlatform(), synthesis: () => synthesis, utterance };
  setPlatform(platform);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  page = layOut([
    ['One one. Two two.', 'Three three.', 'Four.'],
    ['Five.', 'Six.', ...Array(20).fill('More.')],
  ]);
  for (const article of document.querySelectorAll('article')) article.lang = 'en';
  vi.mocked(flow.nextArticle).mockImplementation(async (article) => {
    const next = page.parts[page.parts.findIndex((part) => part.contains(article)) + 1];
    return next?.querySelector('article') ?? null;
  });
});

const article = (at: number) => page.parts[at]?.querySelector('article') as HTMLElement;
const said = () => speech.said.map(({ text }) => text);

describe('reading aloud', () => {
  it('begins with the first sentence that shows', () => {
    const sentences = sentencesOf(article(0), 'en');
    expect(sentences.map(({ said: text }) => text.trim())).toEqual(['One one.', 'Two two.', 'Three three.', 'Four.']);
    // The paragraphs begin at 100, 140 and 180 px; the second sentence is in the first line.
    const at = (px: number) => {
      page.scrollTo(px);
      return firstInView(sentences);
    };
    expect([at(0), at(109), at(131), at(151), at(189)]).toEqual([0, 0, 2, 3, 3]);
    expect(at(400)).toBe(3);
    expect(firstInView([])).toBe(0);
  });

  it('reads on from there into the chapters after it, to the end of the book', async () => {
    page.scrollTo(151);
    listenHere();
    expect(said()).toEqual(['Four.']);
    await speech.finish();
    await vi.waitFor(() => expect(said()).toEqual(['Four.', 'Five.']));
    expect($speech.get()).toMatchObject({ state: 'playing', chapterId: 42 });
    stopListening();
  });

  it('begins with the beginning of the page where that is asked for', () => {
    page.scrollTo(151);
    listenFromStart();
    expect(said()).toEqual(['One one.']);
  });

  it('ends behind the opening of a locked chapter', async () => {
    page.parts[0]?.setAttribute('data-locked', '');
    page.scrollTo(151);
    listenHere();
    await speech.finish();
    await vi.waitFor(() => expect($speech.get()).toMatchObject({ state: 'off', problem: 'ended' }));
    expect(said()).toEqual(['Four.']);
  });

  it('goes on in the page of the next chapter where that did not flow in', async () => {
    vi.mocked(flow.nextArticle).mockResolvedValue(null);
    page.scrollTo(151);
    listenHere();
    await speech.finish();
    await vi.waitFor(() => expect(platform.visited).toEqual([hrefOf(42)]));
    expect($speech.get().state).toBe('playing');
  });

  it('has nowhere to go after the last chapter', () => {
    expect(leaveForNext(undefined)).toBe(false);
    delete page.parts[1]?.dataset['next'];
    expect([leaveForNext(article(1)), platform.visited]).toEqual([false, []]);
  });

  it('does nothing in a page without a chapter, and falls silent when the page is left', () => {
    listenHere();
    expect($speech.get().state).toBe('playing');
    dispatchEvent(new Event('pagehide'));
    expect($speech.get().state).toBe('off');
    document.body.innerHTML = '';
    listenHere();
    listenFromStart();
    expect($speech.get().state).toBe('off');
  });
});
