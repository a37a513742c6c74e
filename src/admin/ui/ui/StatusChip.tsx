import Chip from '@mui/material/Chip';

type Tone = 'success' | 'warning' | 'error' | 'info' | 'default';

const TONES: Readonly<Record<string, Tone>> = {
  published: 'success',
  unchanged: 'success',
  accepted: 'success',
  finished: 'success',
  done: 'success',
  resolved: 'success',
  live: 'success',
  stored: 'success',
  scheduled: 'info',
  ready: 'info',
  reading: 'info',
  storing: 'info',
  running: 'info',
  updating: 'info',
  new: 'info',
  open: 'warning',
  uploading: 'warning',
  refused: 'warning',
  cancelled: 'warning',
  lost: 'error',
  failed: 'error',
  locked: 'error',
  deleted: 'error',
  added: 'success',
  changed: 'info',
};

/** Shows a state as text. The colour adds no information. */
export function StatusChip({ value, label = value }: { value: string; label?: string }) {
  return <Chip size="small" variant="outlined" color={TONES[value] ?? 'default'} label={label} />;
}
