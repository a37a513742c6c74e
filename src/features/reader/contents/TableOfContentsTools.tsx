import { nameText } from '#src/lib/book-text.ts';
import type { Island } from '#src/shell/island/use-island.ts';
import { type Group, type RowFilter, rangeOf } from './chapter-rows.ts';

interface TableOfContentsToolsProps {
  readonly island: Island<'reader'>;
  /** BCP 47 tag of the book. */
  readonly language: string;
  readonly filter: RowFilter;
  readonly groups: readonly Group[];
  readonly hasLocked: boolean;
  readonly onChange: (filter: RowFilter) => void;
  readonly onJump: (group: number) => void;
  /** Returns to the current chapter. */
  readonly onReturn: () => void;
}

/** The search field, the order, the filters, and buttons that jump to a range of chapters. */
export function TableOfContentsTools(props: TableOfContentsToolsProps) {
  const { island, language, filter, groups, hasLocked, onChange, onJump, onReturn } = props;
  const { t, tag } = island;
  return (
    <div className="reader-toc-tools">
      <input
        type="search"
        dir="auto"
        aria-label={t('find-chapter')}
        placeholder={t('find-chapter')}
        value={filter.query}
        onChange={({ target }) => onChange({ ...filter, query: target.value })}
      />
      <div className="reader-chips">
        <button type="button" onClick={onReturn}>
          {t('my-place')}
        </button>
        <Toggle on={filter.newestFirst} onToggle={(newestFirst) => onChange({ ...filter, newestFirst })}>
          {t('newest-first')}
        </Toggle>
        {hasLocked && (
          <Toggle on={filter.hideLocked} onToggle={(hideLocked) => onChange({ ...filter, hideLocked })}>
            {t('hide-locked')}
          </Toggle>
        )}
      </div>
      {groups.length > 1 && (
        <nav className="reader-chips" aria-label={t('ranges')}>
          {groups.map((group) => (
            <button key={group.key} type="button" onClick={() => onJump(group.key)}>
              <span {...nameText(rangeOf(group), language, tag)}>{rangeOf(group)}</span>
            </button>
          ))}
        </nav>
      )}
    </div>
  );
}

interface ToggleProps {
  readonly on: boolean;
  readonly onToggle: (on: boolean) => void;
  readonly children: string;
}

const Toggle = ({ on, onToggle, children }: ToggleProps) => (
  <button type="button" aria-pressed={on} onClick={() => onToggle(!on)}>
    {children}
  </button>
);
