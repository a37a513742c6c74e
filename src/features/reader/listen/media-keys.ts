import { articlesShown, chapterOf } from '../island/articles.ts';
import { play } from './ListenButtons.tsx';
import silence from './silence.wav?url';
import { $speech, pauseListening, stepListening, stopListening } from './state/listening.ts';

type Keys = Readonly<Partial<Record<MediaSessionAction, () => void>>>;

const KEYS: Keys = {
  play: () => play($speech.get().state === 'off'),
  pause: () => pauseListening(),
  stop: () => stopListening(),
  previoustrack: () => stepListening(-1),
  nexttrack: () => stepListening(1),
};

/**
 * Lets media keys, headphones and the lock screen control the voice. Browsers send these keys to the page that plays
 * audio. Speech synthesis does not count as audio, so silent audio is played as well.
 * @returns a function that releases the keys
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
