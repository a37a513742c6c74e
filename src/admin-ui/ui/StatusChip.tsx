import Chip from '@mui/material/Chip';

type Tone = 'success' | 'warning' | 'error' | 'info' | 'default';

const TONES: Readonly<Record<string, Tone>> = {
  published: 'success',
  unchanged: 'success',
  accepted: 'success',
  finished: 'success',
  done: 'success',
  settled: 'success',
  live: 'success',
  scheduled: 'info',
  running: 'info',
  updating: 'info',
  new: 'info',
  open: 'warning',
  refused: 'warning',
  cancelled: 'warning',
  lost: 'error',
  failed: 'error',
  locked: 'error',
  delete: 'error',
  add: 'success',
  change: 'info',
};

/** A state in a word, with a colour that repeats it. */
export function StatusChip({ value }: { value: string }) {
  return <Chip size="small" variant="outlined" color={TONES[value] ?? 'default'} label={value} />;
}
