import Box from '@mui/material/Box';
import { linesOf } from './diff-lines.ts';

interface Props {
  readonly before: string;
  readonly after: string;
  /** Number of unchanged lines shown around a change; default all. */
  readonly context?: number;
}

const COLOURS = { '+': 'success.main', '-': 'error.main', ' ': 'transparent', '…': 'transparent' } as const;

/** A line-by-line diff of two texts. */
export function LineDiff({ before, after, context }: Props) {
  return (
    <Box
      component="pre"
      tabIndex={0}
      aria-label="Changed lines"
      sx={{
        m: 0,
        py: 0.5,
        fontSize: 13,
        overflow: 'auto',
        maxHeight: '60vh',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
      }}
    >
      {linesOf(before, after, context).map(({ sign, text }, at) => (
        <Box
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity and are never reordered
          key={at}
          component={sign === '+' ? 'ins' : sign === '-' ? 'del' : 'span'}
          sx={{
            display: 'block',
            px: 1.5,
            textDecoration: 'none',
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
            borderLeft: 3,
            borderColor: COLOURS[sign],
            color: sign === ' ' || sign === '…' ? 'text.secondary' : 'text.primary',
          }}
        >
          {sign} {text}
        </Box>
      ))}
    </Box>
  );
}
