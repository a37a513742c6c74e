import { atom } from 'nanostores';
import { platform } from './platform.ts';

/** How long a browser may take to tell of its voices. */
const VOICES_MS = 2000;

/** The browser's voices; null until it told of them. */
export const $voices = atom<readonly SpeechSynthesisVoice[] | null>(null);

/** Keeps `$voices` in step with the browser, which may come to know them late. */
export function watchVoices(): () => void {
  const synthesis = platform().synthesis();
  const read = (late: boolean) => {
    const voices = synthesis?.getVoices() ?? [];
    if (voices.length > 0 || late) $voices.set(voices);
  };
  read(!synthesis);
  const told = () => read(true);
  synthesis?.addEventListener?.('voiceschanged', told);
  const waiting = setTimeout(told, VOICES_MS);
  return () => {
    clearTimeout(waiting);
    synthesis?.removeEventListener?.('voiceschanged', told);
  };
}

/** The voices that suit a text first: those of its very language, of its region's sisters, then all others. */
export function sortVoices(voices: readonly SpeechSynthesisVoice[], language: string): SpeechSynthesisVoice[] {
  return [...voices].sort((one, other) => fitness(other, language) - fitness(one, language));
}

/** Whether the voice speaks the language of the text. */
export const speaks = (voice: SpeechSynthesisVoice, language: string): boolean => fitness(voice, language) >= 4;

/** Some systems write `en_US`. */
const parts = (language: string) => language.toLowerCase().replaceAll('_', '-').split('-');

function fitness(voice: SpeechSynthesisVoice, language: string): number {
  const [wanted, has] = [parts(language), parts(voice.lang)];
  const sameLanguage = wanted[0] === has[0];
  const sameRegion = sameLanguage && wanted[1] === has[1];
  return Number(sameLanguage) * 4 + Number(sameRegion) * 2 + Number(voice.default);
}

/** The voice the visitor chose, else the best of the text's language; undefined leaves it to the browser. */
export function voiceFor(
  voices: readonly SpeechSynthesisVoice[],
  language: string,
  chosen: string | undefined,
): SpeechSynthesisVoice | undefined {
  const best = sortVoices(voices, language)[0];
  return voices.find(({ name }) => name === chosen) ?? (best && speaks(best, language) ? best : undefined);
}
