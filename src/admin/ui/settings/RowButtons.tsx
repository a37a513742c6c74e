import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import { swapped } from '../lists/swapped.ts';

interface Props<T> {
  readonly rows: readonly T[];
  readonly index: number;
  /** Name of the row, for screen readers. */
  readonly name: string;
  readonly onChange: (rows: readonly T[]) => void;
}

/** Buttons that move or remove one row of a list. */
export function RowButtons<T>({ rows, index, name, onChange }: Props<T>) {
  return (
    <Stack direction="row" sx={{ flexShrink: 0 }}>
      <IconButton
        aria-label={`Move ${name} up`}
        disabled={index === 0}
        onClick={() => onChange(swapped(rows, index - 1))}
      >
        <ArrowUpwardIcon />
      </IconButton>
      <IconButton
        aria-label={`Move ${name} down`}
        disabled={index === rows.length - 1}
        onClick={() => onChange(swapped(rows, index))}
      >
        <ArrowDownwardIcon />
      </IconButton>
      <IconButton aria-label={`Remove ${name}`} onClick={() => onChange(rows.toSpliced(index, 1))}>
        <DeleteIcon />
      </IconButton>
    </Stack>
  );
}
