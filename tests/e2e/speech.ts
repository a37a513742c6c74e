import type { Page } from '@playwright/test';

/** Replaces the browser's speech synthesis. An utterance ends when the test calls `finish`. */
export async function putVoices(page: Page, voices: readonly string[] = ['en-US', 'de-DE']): Promise<void> {
  await page.addInitScript((languages) => {
    const voices = languages.map((lang) => ({ name: `Voice ${lang}`, lang, voiceURI: lang, default: false }));
    let current: SpeechSynthesisUtterance | undefined;
    const said: { text: string; voice: string | undefined; rate: number }[] = [];
    const synthesis = Object.assign(new EventTarget(), {
      getVoices: () => voices,
      speak(utterance: SpeechSynthesisUtterance) {
        current = utterance;
        said.push({ text: utterance.text, voice: utterance.voice?.name, rate: utterance.rate });
      },
      cancel() {
        current = undefined;
      },
    });
    class Utterance {
      voice = undefined;
      rate = 1;
      readonly text: string;
      constructor(text: string) {
        this.text = text;
      }
    }
    const finish = () => {
      const ended = current;
      current = undefined;
      ended?.onend?.(new Event('end') as SpeechSynthesisEvent);
    };
    Object.defineProperty(window, 'speechSynthesis', { value: synthesis });
    Object.assign(window, { SpeechSynthesisUtterance: Utterance, said, finish });
  }, voices);
}

interface Spoken {
  readonly said?: readonly { readonly text: string; readonly voice: string | undefined; readonly rate: number }[];
  finish?(): void;
}

/** The utterances so far, in order. */
export const said = (page: Page) => page.evaluate(() => (globalThis as Spoken).said ?? []);

/** Ends the current utterance and the following ones, in order. */
export const finish = (page: Page, sentences = 1): Promise<void> =>
  page.evaluate(async (count) => {
    for (let turn = 0; turn < count; turn += 1) {
      (globalThis as Spoken).finish?.();
      await new Promise((resolve) => setTimeout(resolve));
    }
  }, sentences);

/** The texts that a layer highlights. */
export const painted = (page: Page, layer: string): Promise<string[]> =>
  page.evaluate((name) => [...(CSS.highlights.get(name) ?? [])].map(String), layer);
