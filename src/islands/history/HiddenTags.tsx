import { hideTag, showTag } from '#src/stores/hidden-tags.ts';
import { $hiddenTags, type HiddenTag } from '#src/stores/local-storage.ts';
import type { Island } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';
import type { Undo } from './use-undo.ts';

interface HiddenTagsProps {
  readonly island: Island<'account'>;
  readonly offer: (undo: Undo) => void;
}

/** Tags whose books are in no list, each with the way back. */
export function HiddenTags({ island: { t, paths }, offer }: HiddenTagsProps) {
  const tags = useStored($hiddenTags, null);
  const show = (tag: HiddenTag) => {
    showTag(tag.id);
    offer({ title: tag.name, run: () => hideTag(tag) });
  };
  return (
    <section className="block">
      <h2>{t('hidden-tags')}</h2>
      <p className="page-lead">{t(tags?.length === 0 ? 'hidden-none' : 'hidden-text')}</p>
      <ul className="hidden-tags">
        {tags?.map((tag) => (
          <li key={tag.id}>
            <a href={paths.tag(tag)}>{tag.name}</a>
            <button type="button" aria-label={`${t('show-again')}: ${tag.name}`} onClick={() => show(tag)}>
              {t('show-again')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
