import { $elsewhere, stayHere } from '#src/stores/elsewhere.ts';
import type { Island } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';

/** Offers the place that another device read to; who answers nothing and reads on stays. */
export function Elsewhere({ island: { t, paths } }: { readonly island: Island<'reader'> }) {
  const entry = useStored($elsewhere, null);
  return (
    <div className="undo elsewhere" role="status">
      {entry?.chapter && (
        <p>
          <span>{t('elsewhere', { chapter: entry.chapter.title })}</span>
          <a href={paths.reader(entry.book.id, entry.chapter.id)}>{t('go-there')}</a>
          <button type="button" onClick={stayHere}>
            {t('stay-here')}
          </button>
        </p>
      )}
    </div>
  );
}
