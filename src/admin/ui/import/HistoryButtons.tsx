import RedoIcon from '@mui/icons-material/Redo';
import UndoIcon from '@mui/icons-material/Undo';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { focusAfter } from './focus-after.ts';
import type { ChapterEdits } from './use-corrections.ts';

/** Buttons that undo and redo edits, and restore the chapters as they were read from the file. */
export function HistoryButtons({ edits, onStep }: { edits: ChapterEdits; onStep: (what: string) => void }) {
  const { history, isChanged, undo, redo, reset } = edits;
  const lastStep = history.past.at(-1);
  const [nextStep] = history.future;
  /** Runs `act`, announces it, then focuses the first of `buttons` that is still enabled. */
  const step = (act: () => void, what: string, ...buttons: readonly string[]) => {
    const actAndAnnounce = () => {
      act();
      onStep(what);
    };
    focusAfter(actAndAnnounce, ...buttons);
  };
  return (
    <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap' }}>
      <Button
        id="undo-chapters"
        startIcon={<UndoIcon />}
        disabled={!lastStep}
        title={lastStep?.what}
        onClick={() => step(undo, `Undone: ${lastStep?.what}`, 'undo-chapters', 'redo-chapters')}
      >
        Undo
      </Button>
      <Button
        id="redo-chapters"
        startIcon={<RedoIcon />}
        disabled={!nextStep}
        title={nextStep?.what}
        onClick={() => step(redo, `Redone: ${nextStep?.what}`, 'redo-chapters', 'undo-chapters')}
      >
        Redo
      </Button>
      {isChanged && (
        <Button onClick={() => step(reset, 'Discarded all edits to the chapters', 'undo-chapters')}>
          Discard edits
        </Button>
      )}
    </Stack>
  );
}
