import { useEffect } from 'react';
import { $speech, type ListeningProblem, setRate } from '#src/stores/listening.ts';
import { $listening, RATE } from '#src/stores/local-storage.ts';
import { $voices, watchVoices } from '#src/stores/voices.ts';
import type { AreaT } from '../../ui/use-island.ts';
import { useStored } from '../../ui/use-stored.ts';
import type { PanelProps } from '../panel.ts';
import { ListenButtons } from './ListenButtons.tsx';
import { SleepField } from './SleepField.tsx';
import { VoiceField } from './VoiceField.tsx';

const INITIAL = { rate: RATE.initial, voices: {} };

/** Reading aloud: the buttons, the voice, its speed, and when it falls silent. */
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
          min={RATE.least}
          max={RATE.most}
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

/** The region stays, so that screen readers say what comes into it. */
function Problem({ t, problem }: { t: AreaT<'reader'>; problem: ListeningProblem | null }) {
  return (
    <div role="status" className="listen-problem">
      {problem && <p>{t(`listen-${problem}`)}</p>}
    </div>
  );
}
