/** A speech synthesis that records utterances and ends them on demand. */
export interface ScriptedSpeech {
  readonly synthesis: SpeechSynthesis;
  utterance(text: string): SpeechSynthesisUtterance;
  /** Spoken texts, in order. */
  readonly said: SpeechSynthesisUtterance[];
  /** Ends the current utterance. */
  finish(): Promise<void>;
  fail(error: string): void;
  tellVoices(voices: SpeechSynthesisVoice[]): void;
}

export const voice = (name: string, lang: string, isDefault = false): SpeechSynthesisVoice => ({
  name,
  lang,
  voiceURI: name,
  localService: true,
  default: isDefault,
});

export function scriptedSpeech(voices: SpeechSynthesisVoice[] = []): ScriptedSpeech {
  const said: SpeechSynthesisUtterance[] = [];
  const listeners = new Set<() => void>();
  let availableVoices = voices;
  let current: SpeechSynthesisUtterance | undefined;
  const synthesis = {
    getVoices: () => availableVoices,
    addEventListener: (_type: string, listener: () => void) => void listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => void listeners.delete(listener),
    speak(utterance: SpeechSynthesisUtterance) {
      current = utterance;
      said.push(utterance);
    },
    cancel() {
      const ended = current;
      current = undefined;
      ended?.onerror?.({ error: 'interrupted' } as SpeechSynthesisErrorEvent);
    },
  };
  return {
    synthesis: synthesis as Partial<SpeechSynthesis> as SpeechSynthesis,
    utterance: (text) => ({ text }) as SpeechSynthesisUtterance,
    said,
    async finish() {
      const ended = current;
      current = undefined;
      ended?.onend?.({} as SpeechSynthesisEvent);
      await Promise.resolve().then(() => undefined);
    },
    fail: (error) => current?.onerror?.({ error } as SpeechSynthesisErrorEvent),
    tellVoices(newVoices) {
      availableVoices = newVoices;
      for (const listener of listeners) listener();
    },
  };
}
