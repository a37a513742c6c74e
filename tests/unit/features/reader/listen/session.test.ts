// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sentencesOf } from '#src/features/reader/listen/sentences.ts';
import { firstInView, leaveForNext, listenFromStart, listenHere } from '#src/features/reader/listen/session.ts';
import { $speech, stopListening } from '#src/features/reader/listen/state/listening.ts';
import * as flow from '#src/features/reader/loaded-chapters/loaded-chapters.ts';
import { setPlatform } from '#src/shell/state/platform.ts';
import { memoryPlatform } from '../../../shell/state/memory-platform.ts';
import { hrefOf } from '../island/chapters.ts';
import { type LaidOutPage, layOut } from '../position/laid-out.ts';
import { type ScriptedSpeech, scriptedSpeech, voice } from './state/speech.ts';

vi.mock('#src/features/reader/loaded-chapters/loaded-chapters.ts', { spy: true });

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
const spokenTexts = () => speech.said.map(({ text }) => text);

describe('reading aloud', () => {
  it('starts with the first visible sentence', () => {
    const sentences = sentencesOf(article(0), 'en');
    expect(sentences.map(({ words }) => words.trim())).toEqual(['One one.', 'Two two.', 'Three three.', 'Four.']);
    // The paragraphs begin at 100, 140 and 180 px; the second sentence is on the first line.
    const at = (px: number) => {
      page.scrollTo(px);
      return firstInView(sentences);
    };
    expect([at(0), at(109), at(131), at(151), at(189)]).toEqual([0, 0, 2, 3, 3]);
    expect(at(400)).toBe(3);
    expect(firstInView([])).toBe(0);
  });

  it('continues into the following chapters to the end of the book', async () => {
    page.scrollTo(151);
    listenHere();
    expect(spokenTexts()).toEqual(['Four.']);
    await speech.finish();
    await vi.waitFor(() => expect(spokenTexts()).toEqual(['Four.', 'Five.']));
    expect($speech.get()).toMatchObject({ state: 'playing', chapterId: 42 });
    stopListening();
  });

  it('starts at the beginning of the page on request', () => {
    page.scrollTo(151);
    listenFromStart();
    expect(spokenTexts()).toEqual(['One one.']);
  });

  it('ends after the free preview of a locked chapter', async () => {
    page.parts[0]?.setAttribute('data-locked', '');
    page.scrollTo(151);
    listenHere();
    await speech.finish();
    await vi.waitFor(() => expect($speech.get()).toMatchObject({ state: 'off', problem: 'ended' }));
    expect(spokenTexts()).toEqual(['Four.']);
  });

  it('continues on the page of the next chapter if that chapter could not be appended', async () => {
    vi.mocked(flow.nextArticle).mockResolvedValue(null);
    page.scrollTo(151);
    listenHere();
    await speech.finish();
    await vi.waitFor(() => expect(platform.visited).toEqual([hrefOf(42)]));
    expect($speech.get().state).toBe('playing');
  });

  it('does not leave the page after the last chapter', () => {
    expect(leaveForNext(undefined)).toBe(false);
    delete page.parts[1]?.dataset['next'];
    expect([leaveForNext(article(1)), platform.visited]).toEqual([false, []]);
  });

  it('does nothing on a page without a chapter, and stops when the visitor leaves the page', () => {
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
