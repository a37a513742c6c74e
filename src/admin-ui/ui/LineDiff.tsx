import Box from '@mui/material/Box';
import { linesOf } from './diff-lines.ts';

interface Props {
  readonly before: string;
  readonly after: string;
  /** Lines of what is the same that stand around a change; without it all of them. */
  readonly context?: number;
}

const COLOURS = { '+': 'success.main', '-': 'error.main', ' ': 'transparent', '…': 'transparent' } as const;

/** What changed from one text to the other, line by line. */
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
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity, and are never moved
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
