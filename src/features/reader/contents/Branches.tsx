import type { Island } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $readChapters } from '#src/shell/state/local-storage.ts';
import { isIn, spansOf } from '../state/read-chapters.ts';
import { ChapterGroup } from './ChapterGroup.tsx';
import { groupsOf } from './chapter-rows.ts';
import { type Branch, containsChapter } from './chapter-tree.ts';
import { PartOfBook } from './PartOfBook.tsx';

interface BranchesProps {
  readonly branches: readonly Branch[];
  readonly island: Island<'reader'>;
  readonly bookId: number;
  /** BCP 47 tag of the book. */
  readonly language: string;
  /** Id of the chapter being read. */
  readonly current: number;
  /** Which part is initially expanded and scrolled to: the current chapter's or the first. */
  readonly opens: 'current' | 'first';
  /** Whether each row shows the part that the chapter belongs to. */
  readonly namesPart: boolean;
  /** Key of the range to scroll to. */
  readonly jump: number | null;
  readonly onJumped: () => void;
}

const NO_BOOKS: ReturnType<typeof $readChapters.get> = [];

/**
 * The branches of the table of contents: parts that expand and collapse, and chapters without a part in ranges of a
 * hundred.
 */
export function Branches({ branches, ...list }: BranchesProps) {
  const { island, bookId, language, current, opens } = list;
  const spans = spansOf(useStored($readChapters, NO_BOOKS), bookId);
  return branches.map((branch, index) => {
    const isHere = containsChapter(branch, current);
    if (branch.kind === 'chapters')
      return <ChapterGroups key={branch.key} {...list} branch={branch} isFirst={index === 0} />;
    return (
      <PartOfBook
        key={branch.key}
        island={island}
        language={language}
        title={branch.title}
        chapters={branch.chapters}
        read={branch.chapters.filter(({ number }) => isIn(spans, number)).length}
        isHere={isHere}
        opensFirst={opens === 'current' ? isHere : index === 0}
      >
        {() => <Branches {...list} branches={branch.branches} />}
      </PartOfBook>
    );
  });
}

interface ChapterGroupsProps extends Omit<BranchesProps, 'branches'> {
  readonly branch: Branch;
  readonly isFirst: boolean;
}

function ChapterGroups({ branch, isFirst, opens, jump, onJumped, ...list }: ChapterGroupsProps) {
  const groups = groupsOf(branch.chapters);
  const currentIndex = groups.findIndex(({ rows }) => rows.some(({ id }) => id === list.current));
  const nearIndex = opens === 'current' && currentIndex >= 0 ? currentIndex : isFirst ? 0 : -1;
  return groups.map((group) => (
    <ChapterGroup
      key={group.key}
      {...list}
      group={group}
      near={group.key === nearIndex}
      centred={opens === 'current'}
      isTarget={jump === group.key}
      onScrolled={onJumped}
    />
  ));
}
