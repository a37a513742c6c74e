import type { Island } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $pace } from '#src/shell/state/local-storage.ts';
import { minutesFor } from '../state/reading-pace.ts';
import { $chapter, $chapterProgress, $page, bookProgress } from '../state/reading-state.ts';
import type { ReaderControlsProps } from './props.ts';

interface StatusProps extends Pick<ReaderControlsProps, 'bookWords' | 'chapter' | 'chapterCount'> {
  readonly island: Island<'reader'>;
}

/** The progress in the book, and the time left in the chapter and the book at the visitor's reading pace. */
export function Status({ island: { t, tag }, bookWords, chapter, chapterCount: count }: StatusProps) {
  const { number, words } = useStored($chapter, chapter) ?? chapter;
  const read = useStored($chapterProgress, 0);
  const pace = useStored($pace, 0);
  const ofBook = bookProgress(number, count, read);
  return (
    <p className="reader-status">
      <span className="reader-place">{t('place', { number, count })}</span>
      <span>{percent(ofBook, tag)}</span>
      <span>{t('chapter-left', { time: duration(minutesFor(words * (1 - read), pace), tag) })}</span>
      <span>{t('book-left', { time: duration(minutesFor(bookWords * (1 - ofBook), pace), tag) })}</span>
    </p>
  );
}

/** The percentage is rounded down, so that 100 % means the end. */
const percent = (share: number, tag: string): string =>
  new Intl.NumberFormat(tag, { style: 'percent' }).format(Math.floor(share * 100) / 100);

function duration(minutes: number, tag: string): string {
  const part = (value: number, unit: 'hour' | 'minute') =>
    new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? part(minutes, 'minute') : `${part(hours, 'hour')} ${part(minutes % 60, 'minute')}`;
}

/** The page number within the chapter, in paginated mode. */
export function Counter({ t }: Pick<Island<'reader'>, 't'>) {
  const page = useStored($page, null);
  return page && <p className="reader-counter">{t('page', { number: page.index + 1, count: page.count })}</p>;
}
