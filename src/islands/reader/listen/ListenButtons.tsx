import { $speech, pauseListening, resumeListening, stepListening, stopListening } from '#src/stores/listening.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { AreaT } from '../../ui/use-island.ts';
import { useStored } from '../../ui/use-stored.ts';
import { followAgain, listenHere } from './session.ts';

/** Play and pause, a sentence on or back, and the end of it. */
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
