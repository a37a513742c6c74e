import { $speech, pauseListening, stepListening, stopListening } from '#src/stores/listening.ts';
import { articlesShown, chapterOf } from '../articles.ts';
import { play } from './ListenButtons.tsx';
import silence from './silence.wav?url';

type Keys = Readonly<Partial<Record<MediaSessionAction, () => void>>>;

const KEYS: Keys = {
  play: () => play($speech.get().state === 'off'),
  pause: () => pauseListening(),
  stop: () => stopListening(),
  previoustrack: () => stepListening(-1),
  nexttrack: () => stepListening(1),
};

/**
 * Keys of the device, of headphones and of the lock screen steer the voice. Browsers give them to what plays sound, and
 * a voice is none to them, so silence is played beside it.
 * @returns what gives the keys back
 */
export function keepMediaKeys(book: string, cover: string | null): () => void {
  const session = navigator.mediaSession;
  if (!session) return () => {};
  const sound = new Audio(silence);
  sound.loop = true;
  for (const [action, run] of Object.entries(KEYS)) session.setActionHandler(action as MediaSessionAction, run);
  const stop = $speech.subscribe(({ state, chapterId }) => {
    session.playbackState = state === 'off' ? 'none' : state;
    if (state === 'playing') {
      session.metadata = metadata(book, chapterId, cover);
      void sound.play().catch(() => undefined);
    } else sound.pause();
  });
  return () => {
    stop();
    sound.pause();
    for (const action of Object.keys(KEYS)) session.setActionHandler(action as MediaSessionAction, null);
  };
}

function metadata(book: string, chapterId: number | null, cover: string | null): MediaMetadata {
  const article = articlesShown().find((shown) => chapterOf(shown) === chapterId);
  const title = article?.querySelector('.reader-title')?.textContent ?? book;
  return new MediaMetadata({ title, artist: book, artwork: cover === null ? [] : [{ src: cover }] });
}
