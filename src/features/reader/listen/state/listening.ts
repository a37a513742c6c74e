import { atom } from 'nanostores';
import { $listening, RATE } from '#src/shell/state/local-storage.ts';
import { platform } from '#src/shell/state/platform.ts';
import { voiceFor } from './voices.ts';

/** The text of a chapter that is read aloud. */
export interface SpeechText {
  readonly chapterId: number;
  /** Language of the text, BCP 47. */
  readonly language: string;
  readonly sentences: readonly string[];
}

/** The functions through which reading aloud controls the page. */
export interface SpeechView {
  /** Highlights the sentence being read; null removes the highlight. */
  show(text: SpeechText, sentence: number | null): void;
  /** Loads the text of the next chapter; null after the last chapter. */
  next(text: SpeechText): Promise<SpeechText | null>;
}

/** `ended`: the book was read to its end; `refused`: the browser requires a user gesture first. */
export type ListeningProblem = 'unsupported' | 'refused' | 'failed' | 'ended';

export interface SpeechState {
  readonly state: 'off' | 'playing' | 'paused';
  readonly chapterId: number | null;
  /** 0-based index of the sentence being read. */
  readonly sentence: number;
  readonly problem: ListeningProblem | null;
}
const OFF: SpeechState = { state: 'off', chapterId: null, sentence: 0, problem: null };
export const $speech = atom<SpeechState>(OFF);

interface Reading {
  readonly text: SpeechText;
  readonly view: SpeechView;
  /** Keeps a reference to the utterance, because Chromium fires no events for a garbage-collected utterance. */
  utterance?: SpeechSynthesisUtterance;
}
let reading: Reading | undefined;
/** Number of the last command (play, pause, skip and so on), so that events of earlier commands are ignored. */
let command = 0;

/** Reads a chapter aloud, starting at a sentence, and continues with the following chapters. */
export function startListening(text: SpeechText, from: number, view: SpeechView): void {
  const sentence = Math.max(0, Math.min(from, text.sentences.length - 1));
  reading = { text, view };
  speak(sentence);
}

/**
 * Pauses the voice. Browsers differ in how they pause speech, so this cancels it, and resuming repeats the sentence.
 */
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
  reading?.view.show(reading.text, null);
  reading = undefined;
  $speech.set({ ...OFF, problem });
}

/** Skips `by` sentences, backwards if negative, within the chapter. */
export function stepListening(by: number): void {
  if (!reading) return;
  const last = reading.text.sentences.length - 1;
  const sentence = Math.max(0, Math.min($speech.get().sentence + by, last));
  if ($speech.get().state === 'playing') speak(sentence);
  else moveTo(sentence);
}

export function setRate(rate: number): void {
  const bounded = Math.max(RATE.min, Math.min(rate, RATE.max));
  $listening.set({ ...$listening.get(), rate: Math.round(bounded * 10) / 10 });
  restartSentence();
}

/** Stores the voice that the visitor chose. @param language of the text */
export function chooseVoice(language: string, name: string): void {
  const { voices, ...settings } = $listening.get();
  $listening.set({ ...settings, voices: { ...voices, [primaryLanguage(language)]: name } });
  restartSentence();
}

export const chosenVoice = (language: string): string | undefined => $listening.get().voices[primaryLanguage(language)];

const primaryLanguage = (language: string) => language.split('-')[0]?.toLowerCase() ?? '';

/** Restarts the current sentence, so that a change of voice or speed applies immediately. */
function restartSentence(): void {
  if ($speech.get().state === 'playing') speak($speech.get().sentence);
}

function speak(sentence: number): void {
  const synthesis = platform().synthesis();
  if (!reading || !synthesis) {
    stopListening('unsupported');
    return;
  }
  silence();
  const current = ++command;
  const utterance = utteranceOf(reading.text, sentence, synthesis);
  utterance.onend = () => void (current === command && continueAt(sentence + 1));
  utterance.onerror = ({ error }) => void (current === command && fail(error));
  reading.utterance = utterance;
  moveTo(sentence, 'playing');
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

function moveTo(sentence: number, state = $speech.get().state): void {
  if (!reading) return;
  $speech.set({ state, chapterId: reading.text.chapterId, sentence, problem: null });
  reading.view.show(reading.text, sentence);
}

function continueAt(sentence: number): void {
  if (!reading) return;
  if (sentence < reading.text.sentences.length) speak(sentence);
  else void nextChapter();
}

/**
 * Continues with the next chapter, unless the sleep timer ends at this chapter or the visitor gives another command
 * meanwhile.
 */
async function nextChapter(): Promise<void> {
  if (!reading || sleepAtChapter()) return;
  const current = ++command;
  const { view, text } = reading;
  const next = await view.next(text).catch(() => undefined);
  if (current !== command) return;
  view.show(text, null);
  if (next === undefined) return pauseListening('failed');
  if (next === null) return stopListening('ended');
  reading = { view, text: next };
  if (next.sentences.length > 0) speak(0);
  else void nextChapter();
}

function fail(error: SpeechSynthesisErrorCode): void {
  pauseListening(error === 'not-allowed' ? 'refused' : 'failed');
}

function silence(): void {
  command += 1;
  platform().synthesis()?.cancel();
}

/** When reading aloud stops automatically: at the end of the chapter, or at a time in ms since 1970. */
export type Sleep = { readonly kind: 'chapter' } | { readonly kind: 'time'; readonly until: number };
export const $sleep = atom<Sleep | null>(null);
let sleepTimer: ReturnType<typeof setTimeout> | undefined;

/**
 * Sets the sleep timer.
 * @param minutes from now; `chapter` stops at the end of the chapter; null turns the timer off
 */
export function setSleep(minutes: number | 'chapter' | null): void {
  clearTimeout(sleepTimer);
  if (typeof minutes !== 'number') {
    $sleep.set(minutes === null ? null : { kind: 'chapter' });
    return;
  }
  const ms = minutes * 60_000;
  $sleep.set({ kind: 'time', until: platform().now() + ms });
  sleepTimer = setTimeout(fallAsleep, ms);
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
