import { chooseVoice, chosenVoice } from '#src/stores/listening.ts';
import { $listening } from '#src/stores/local-storage.ts';
import { sortVoices, speaks } from '#src/stores/voices.ts';
import type { AreaT } from '../../ui/use-island.ts';
import { useStored } from '../../ui/use-stored.ts';

interface VoiceFieldProps {
  readonly t: AreaT<'reader'>;
  /** Language of the page, BCP 47. */
  readonly tag: string;
  /** Language of the text. */
  readonly language: string;
  readonly voices: readonly SpeechSynthesisVoice[];
}

/** The voices of the text's language first. */
export function VoiceField({ t, tag, language, voices }: VoiceFieldProps) {
  useStored($listening, null);
  const sorted = sortVoices(voices, language);
  const fitting = sorted.filter((voice) => speaks(voice, language));
  const others = sorted.filter((voice) => !speaks(voice, language));
  return (
    <label className="listen-field">
      <span>{t('voice')}</span>
      <select value={chosenVoice(language) ?? ''} onChange={({ target }) => chooseVoice(language, target.value)}>
        <option value="">{t('voice-own')}</option>
        {fitting.map((voice) => (
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

/** Some systems write `en_US`, and some what is no language at all. */
function languageName(lang: string, tag: string): string {
  try {
    return new Intl.DisplayNames(tag, { type: 'language' }).of(lang.replaceAll('_', '-')) ?? lang;
  } catch {
    return lang;
  }
}
