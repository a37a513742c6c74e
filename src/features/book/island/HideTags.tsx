import type { Reference } from '#src/contract/entities/book.ts';
import { hideTag, showTag } from '#src/features/library/state/hidden-tags.ts';
import { nameText } from '#src/lib/book-text.ts';
import { Icon } from '#src/shell/island/Icon.tsx';
import { type IslandProps, useIsland } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $hiddenTags } from '#src/shell/state/local-storage.ts';

/** `texts` may be empty, because the label and the names of the tags are props. */
export interface HideTagsProps extends IslandProps {
  readonly label: string;
  readonly tags: readonly Reference[];
  /** BCP 47 tag of the book. */
  readonly language: string;
}

/** The tags of a book as switches. Each switch hides all books with its tag. */
export function HideTags(props: HideTagsProps) {
  const { tag: page } = useIsland<'novel'>(props);
  const hidden = useStored($hiddenTags, []);
  const isHidden = ({ id }: Reference) => hidden.some((tag) => tag.id === id);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, these are buttons.
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
          <span {...nameText(tag.name, props.language, page)}>{tag.name}</span>
        </button>
      ))}
    </div>
  );
}
