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
  /** Id of the chapter being read. */
  readonly current: number;
  /** Which part is initially open, and where the list starts. */
  readonly opens: 'current' | 'first';
  /** Whether each row names its part. */
  readonly namesPart: boolean;
  /** The range to scroll to. */
  readonly jump: number | null;
  readonly onJumped: () => void;
}

const NONE: ReturnType<typeof $readChapters.get> = [];

/** Parts that expand and collapse, and chapters without a part in ranges of a hundred. */
export function Branches({ branches, ...list }: BranchesProps) {
  const { island, bookId, current, opens } = list;
  const spans = spansOf(useStored($readChapters, NONE), bookId);
  return branches.map((branch, index) => {
    const isHere = containsChapter(branch, current);
    if (branch.kind === 'chapters')
      return <Hundreds key={branch.key} {...list} branch={branch} isFirst={index === 0} />;
    return (
      <PartOfBook
        key={branch.key}
        t={island.t}
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

interface HundredsProps extends Omit<BranchesProps, 'branches'> {
  readonly branch: Branch;
  readonly isFirst: boolean;
}

function Hundreds({ branch, isFirst, opens, jump, onJumped, ...list }: HundredsProps) {
  const groups = groupsOf(branch.chapters);
  const home = groups.findIndex(({ rows }) => rows.some(({ id }) => id === list.current));
  const near = opens === 'current' && home >= 0 ? home : isFirst ? 0 : -1;
  return groups.map((group) => (
    <ChapterGroup
      key={group.key}
      {...list}
      group={group}
      near={group.key === near}
      centred={opens === 'current'}
      aim={jump === group.key}
      onAimed={onJumped}
    />
  ));
}
