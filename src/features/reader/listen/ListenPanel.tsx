import { useEffect } from 'react';
import type { AreaT } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $listening, RATE } from '#src/shell/state/local-storage.ts';
import type { PanelProps } from '../island/panel.ts';
import { ListenButtons } from './ListenButtons.tsx';
import { SleepField } from './SleepField.tsx';
import { $speech, type ListeningProblem, setRate } from './state/listening.ts';
import { $voices, watchVoices } from './state/voices.ts';
import { VoiceField } from './VoiceField.tsx';

const INITIAL = { rate: RATE.initial, voices: {} };

/** The panel for reading aloud: playback buttons, voice, speed and sleep timer. */
export function ListenPanel({ island: { t, tag }, language }: PanelProps) {
  useEffect(watchVoices, []);
  const voices = useStored($voices, null);
  const { problem } = useStored($speech, $speech.get());
  const { rate } = useStored($listening, INITIAL);
  if (voices?.length === 0) {
    return (
      <p className="listen-problem" role="alert">
        {t('listen-unsupported')}
      </p>
    );
  }
  return (
    <div className="listen">
      <ListenButtons t={t} />
      <Problem t={t} problem={problem} />
      <VoiceField t={t} tag={tag} language={language} voices={voices ?? []} />
      <label className="listen-field">
        <span>{t('rate')}</span>
        <input
          type="range"
          min={RATE.min}
          max={RATE.max}
          step={RATE.step}
          value={rate}
          onChange={({ target }) => setRate(Number(target.value))}
        />
        <output>{new Intl.NumberFormat(tag, { minimumFractionDigits: 1 }).format(rate)}×</output>
      </label>
      <SleepField t={t} />
    </div>
  );
}

/**
 * Shows a problem. The live region is in the page even when it is empty, so that screen readers announce new content.
 */
function Problem({ t, problem }: { t: AreaT<'reader'>; problem: ListeningProblem | null }) {
  return (
    <div role="status" className="listen-problem">
      {problem && <p>{t(`listen-${problem}`)}</p>}
    </div>
  );
}
