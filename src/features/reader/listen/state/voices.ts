import { atom } from 'nanostores';
import { platform } from '#src/shell/state/platform.ts';

/** Maximum time to wait for the browser to list its voices. */
const MAX_VOICES_WAIT_MS = 2000;

/** The browser's voices; null until they are loaded. */
export const $voices = atom<readonly SpeechSynthesisVoice[] | null>(null);

/** Keeps `$voices` up to date, because browsers may load voices late. Returns a function that stops this. */
export function watchVoices(): () => void {
  const synthesis = platform().synthesis();
  const read = (late: boolean) => {
    const voices = synthesis?.getVoices() ?? [];
    if (voices.length > 0 || late) $voices.set(voices);
  };
  read(!synthesis);
  const readLate = () => read(true);
  synthesis?.addEventListener?.('voiceschanged', readLate);
  const waiting = setTimeout(readLate, MAX_VOICES_WAIT_MS);
  return () => {
    clearTimeout(waiting);
    synthesis?.removeEventListener?.('voiceschanged', readLate);
  };
}

/**
 * Sorts voices by how well they suit a text: first the same language and region, then the same language, then other
 * languages.
 */
export function sortVoices(voices: readonly SpeechSynthesisVoice[], language: string): SpeechSynthesisVoice[] {
  return [...voices].sort((a, b) => fitness(b, language) - fitness(a, language));
}

/** Whether the voice speaks the language of the text. */
export const speaks = (voice: SpeechSynthesisVoice, language: string): boolean => fitness(voice, language) >= 4;

/** The parts of a language tag. Some systems use `en_US` instead of `en-US`. */
const parts = (language: string) => language.toLowerCase().replaceAll('_', '-').split('-');

function fitness(voice: SpeechSynthesisVoice, language: string): number {
  const [target, offered] = [parts(language), parts(voice.lang)];
  const sameLanguage = target[0] === offered[0];
  const sameRegion = sameLanguage && target[1] === offered[1];
  return Number(sameLanguage) * 4 + Number(sameRegion) * 2 + Number(voice.default);
}

/**
 * The voice that the visitor chose for the language, or else the best voice for it; undefined means the browser's
 * default voice.
 */
export function voiceFor(
  voices: readonly SpeechSynthesisVoice[],
  language: string,
  chosen: string | undefined,
): SpeechSynthesisVoice | undefined {
  const best = sortVoices(voices, language)[0];
  return voices.find(({ name }) => name === chosen) ?? (best && speaks(best, language) ? best : undefined);
}
