import type { AreaT } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $listening } from '#src/shell/state/local-storage.ts';
import { chooseVoice, chosenVoice } from './state/listening.ts';
import { sortVoices, speaks } from './state/voices.ts';

interface VoiceFieldProps {
  readonly t: AreaT<'reader'>;
  /** Language of the page, BCP 47. */
  readonly tag: string;
  /** Language of the text, BCP 47. */
  readonly language: string;
  readonly voices: readonly SpeechSynthesisVoice[];
}

/** The field for the voice. Voices for the language of the text come first. */
export function VoiceField({ t, tag, language, voices }: VoiceFieldProps) {
  useStored($listening, null);
  const sorted = sortVoices(voices, language);
  const matching = sorted.filter((voice) => speaks(voice, language));
  const others = sorted.filter((voice) => !speaks(voice, language));
  return (
    <label className="listen-field">
      <span>{t('voice')}</span>
      <select value={chosenVoice(language) ?? ''} onChange={({ target }) => chooseVoice(language, target.value)}>
        <option value="">{t('voice-own')}</option>
        {matching.map((voice) => (
          <VoiceOption key={voice.voiceURI} voice={voice} tag={tag} />
        ))}
        {others.length > 0 && (
          <optgroup label={t('voices-other')}>
            {others.map((voice) => (
              <VoiceOption key={voice.voiceURI} voice={voice} tag={tag} />
            ))}
          </optgroup>
        )}
      </select>
    </label>
  );
}

function VoiceOption({ voice: { name, lang }, tag }: { voice: SpeechSynthesisVoice; tag: string }) {
  return (
    <option value={name}>
      {name} – {languageName(lang, tag)}
    </option>
  );
}

/** The name of a voice's language. Some systems use `en_US`, and some use values that are not language tags. */
function languageName(lang: string, tag: string): string {
  try {
    return new Intl.DisplayNames(tag, { type: 'language' }).of(lang.replaceAll('_', '-')) ?? lang;
  } catch {
    return lang;
  }
}
