import type { Reference } from '#src/contract/entities/book.ts';
import { hideTag, showTag } from '#src/stores/hidden-tags.ts';
import { $hiddenTags } from '#src/stores/local-storage.ts';
import { Icon } from '../ui/Icon.tsx';
import { type IslandProps, useIsland } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';

/** It shows the tags' names alone. */
export interface HideTagsProps extends IslandProps {
  readonly label: string;
  readonly tags: readonly Reference[];
}

/** The tags of a book, each to be hidden for good or shown again. */
export function HideTags(props: HideTagsProps) {
  useIsland<'novel'>(props);
  const hidden = useStored($hiddenTags, []);
  const isHidden = ({ id }: Reference) => hidden.some((tag) => tag.id === id);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a box of a form's fields.
    <div className="chips chips-wrap" role="group" aria-label={props.label}>
      {props.tags.map((tag) => (
        <button
          key={tag.id}
          type="button"
          className="chip"
          aria-pressed={isHidden(tag)}
          onClick={() => (isHidden(tag) ? showTag(tag.id) : hideTag(tag))}
        >
          <Icon name={isHidden(tag) ? 'eye-off' : 'eye'} />
          {tag.name}
        </button>
      ))}
    </div>
  );
}
