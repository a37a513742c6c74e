import type { Page } from '@playwright/test';

/** A voice put into the page: what it is told it says in no time, and it ends when the test wants it to. */
export async function putVoices(page: Page, voices: readonly string[] = ['en-US', 'de-DE']): Promise<void> {
  await page.addInitScript((languages) => {
    const known = languages.map((lang) => ({ name: `Voice ${lang}`, lang, voiceURI: lang, default: false }));
    let current: SpeechSynthesisUtterance | undefined;
    const said: { text: string; voice: string | undefined; rate: number }[] = [];
    const synthesis = Object.assign(new EventTarget(), {
      getVoices: () => known,
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

/** What was said, in order. */
export const said = (page: Page) => page.evaluate(() => (globalThis as Spoken).said ?? []);

/** Ends sentence after sentence. */
export const finish = (page: Page, sentences = 1): Promise<void> =>
  page.evaluate(async (count) => {
    for (let turn = 0; turn < count; turn += 1) {
      (globalThis as Spoken).finish?.();
      await new Promise((resolve) => setTimeout(resolve));
    }
  }, sentences);

/** The text that a layer of highlights covers. */
export const painted = (page: Page, layer: string): Promise<string[]> =>
  page.evaluate((name) => [...(CSS.highlights.get(name) ?? [])].map(String), layer);
