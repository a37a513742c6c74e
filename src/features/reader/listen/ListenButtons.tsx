import { Icon } from '#src/shell/island/Icon.tsx';
import type { AreaT } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { followAgain, listenHere } from './session.ts';
import { $speech, pauseListening, resumeListening, stepListening, stopListening } from './state/listening.ts';

/** Buttons to play, pause, skip a sentence in either direction, and stop. */
export function ListenButtons({ t }: { t: AreaT<'reader'> }) {
  const { state } = useStored($speech, $speech.get());
  const isOff = state === 'off';
  const step = (by: number) => {
    followAgain();
    stepListening(by);
  };
  return (
    <fieldset className="listen-buttons" aria-label={t('listen')}>
      <button type="button" aria-label={t('listen-back')} disabled={isOff} onClick={() => step(-1)}>
        <Icon name="previous" />
      </button>
      {state === 'playing' ? (
        <button type="button" className="listen-play" aria-label={t('listen-pause')} onClick={() => pauseListening()}>
          <Icon name="pause" />
        </button>
      ) : (
        <button type="button" className="listen-play" aria-label={t('listen-play')} onClick={() => play(isOff)}>
          <Icon name="play" />
        </button>
      )}
      <button type="button" aria-label={t('listen-ahead')} disabled={isOff} onClick={() => step(1)}>
        <Icon name="next" />
      </button>
      <button type="button" aria-label={t('listen-stop')} disabled={isOff} onClick={() => stopListening()}>
        <Icon name="close" />
      </button>
    </fieldset>
  );
}

export function play(isOff: boolean): void {
  followAgain();
  if (isOff) listenHere();
  else resumeListening();
}
