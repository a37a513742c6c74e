import { atom } from 'nanostores';
import { $listening, RATE } from './local-storage.ts';
import { platform } from './platform.ts';
import { voiceFor } from './voices.ts';

/** A chapter as it is read aloud. */
export interface SpeechText {
  readonly chapterId: number;
  /** BCP 47 */
  readonly language: string;
  readonly sentences: readonly string[];
}

/** What the page does for the voice. */
export interface SpeechView {
  /** Marks the sentence that is being read; null takes the mark away. */
  show(script: SpeechText, sentence: number | null): void;
  /** Brings the next chapter in; null after the last. */
  next(script: SpeechText): Promise<SpeechText | null>;
}

/** `ended`: the book is read to its end; `refused`: the browser wants a press of play first. */
export type ListeningProblem = 'unsupported' | 'refused' | 'failed' | 'ended';

export interface SpeechState {
  readonly state: 'off' | 'playing' | 'paused';
  readonly chapterId: number | null;
  /** 0-based */
  readonly sentence: number;
  readonly problem: ListeningProblem | null;
}
const OFF: SpeechState = { state: 'off', chapterId: null, sentence: 0, problem: null };
export const $speech = atom<SpeechState>(OFF);

interface Reading {
  readonly script: SpeechText;
  readonly stage: SpeechView;
  /** Chromium forgets to tell of an utterance that nothing holds. */
  utterance?: SpeechSynthesisUtterance;
}
let reading: Reading | undefined;
/** Every order to the voice ends what was under way; what an older one still tells is not heard. */
let order = 0;

/** Reads a chapter aloud from a sentence on, and the chapters after it. */
export function startListening(script: SpeechText, from: number, stage: SpeechView): void {
  const sentence = Math.max(0, Math.min(from, script.sentences.length - 1));
  reading = { script, stage };
  speak(sentence);
}

/** Browsers differ in how they pause a voice, so it is ended, and the sentence is read anew afterwards. */
export function pauseListening(problem: ListeningProblem | null = null): void {
  if ($speech.get().state !== 'playing') return;
  silence();
  $speech.set({ ...$speech.get(), state: 'paused', problem });
}

export function resumeListening(): void {
  if ($speech.get().state === 'paused') speak($speech.get().sentence);
}

export function stopListening(problem: ListeningProblem | null = null): void {
  silence();
  reading?.stage.show(reading.script, null);
  reading = undefined;
  $speech.set({ ...OFF, problem });
}

/** Goes some sentences on or back, within the chapter. */
export function stepListening(by: number): void {
  if (!reading) return;
  const last = reading.script.sentences.length - 1;
  const sentence = Math.max(0, Math.min($speech.get().sentence + by, last));
  if ($speech.get().state === 'playing') speak(sentence);
  else point(sentence);
}

export function setRate(rate: number): void {
  const bounded = Math.max(RATE.least, Math.min(rate, RATE.most));
  $listening.set({ ...$listening.get(), rate: Math.round(bounded * 10) / 10 });
  again();
}

/** @param language of the text */
export function chooseVoice(language: string, name: string): void {
  const { voices, ...settings } = $listening.get();
  $listening.set({ ...settings, voices: { ...voices, [primary(language)]: name } });
  again();
}

export const chosenVoice = (language: string): string | undefined => $listening.get().voices[primary(language)];

const primary = (language: string) => language.split('-')[0]?.toLowerCase() ?? '';

/** A change is heard at once. */
function again(): void {
  if ($speech.get().state === 'playing') speak($speech.get().sentence);
}

function speak(sentence: number): void {
  const synthesis = platform().synthesis();
  if (!reading || !synthesis) {
    stopListening('unsupported');
    return;
  }
  silence();
  const mine = ++order;
  const utterance = utteranceOf(reading.script, sentence, synthesis);
  utterance.onend = () => void (mine === order && goOn(sentence + 1));
  utterance.onerror = ({ error }) => void (mine === order && fail(error));
  reading.utterance = utterance;
  point(sentence, 'playing');
  synthesis.speak(utterance);
}

function utteranceOf({ sentences, language }: SpeechText, sentence: number, synthesis: SpeechSynthesis) {
  const utterance = platform().utterance(sentences[sentence] ?? '');
  const voice = voiceFor(synthesis.getVoices(), language, chosenVoice(language));
  if (voice) utterance.voice = voice;
  utterance.lang = voice?.lang ?? language;
  utterance.rate = $listening.get().rate;
  return utterance;
}

function point(sentence: number, state = $speech.get().state): void {
  if (!reading) return;
  $speech.set({ state, chapterId: reading.script.chapterId, sentence, problem: null });
  reading.stage.show(reading.script, sentence);
}

function goOn(sentence: number): void {
  if (!reading) return;
  if (sentence < reading.script.sentences.length) speak(sentence);
  else void nextChapter();
}

/** Carries on into the next chapter, unless the visitor wanted to fall asleep here or gave another order meanwhile. */
async function nextChapter(): Promise<void> {
  if (!reading || sleepAtChapter()) return;
  const mine = ++order;
  const { stage, script } = reading;
  const next = await stage.next(script).catch(() => undefined);
  if (mine !== order) return;
  stage.show(script, null);
  if (next === undefined) return pauseListening('failed');
  if (next === null) return stopListening('ended');
  reading = { stage, script: next };
  if (next.sentences.length > 0) speak(0);
  else void nextChapter();
}

function fail(error: SpeechSynthesisErrorCode): void {
  pauseListening(error === 'not-allowed' ? 'refused' : 'failed');
}

function silence(): void {
  order += 1;
  platform().synthesis()?.cancel();
}

/** When the voice falls silent by itself. */
export type Sleep = { readonly kind: 'chapter' } | { readonly kind: 'time'; readonly until: number };
export const $sleep = atom<Sleep | null>(null);
let falling: ReturnType<typeof setTimeout> | undefined;

/** @param minutes from now; `chapter` ends with the chapter, null never */
export function setSleep(minutes: number | 'chapter' | null): void {
  clearTimeout(falling);
  if (typeof minutes !== 'number') {
    $sleep.set(minutes === null ? null : { kind: 'chapter' });
    return;
  }
  const ms = minutes * 60_000;
  $sleep.set({ kind: 'time', until: platform().now() + ms });
  falling = setTimeout(fallAsleep, ms);
}

function fallAsleep(): void {
  setSleep(null);
  pauseListening();
}

function sleepAtChapter(): boolean {
  if ($sleep.get()?.kind !== 'chapter') return false;
  fallAsleep();
  return true;
}
