import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { isSame } from '../providers/changes.ts';
import { FieldValue } from '../ui/FieldValue.tsx';
import { fieldLabel } from '../ui/field-label.ts';
import { counted } from '../ui/format.ts';
import { compareTexts, type Part } from './compare-texts.ts';
import { type Revised, useVersion } from './history-data.ts';
import type { Pair } from './VersionList.tsx';
import { versionName } from './version-texts.ts';

interface Props {
  readonly resource: Revised;
  readonly id: string;
  readonly pair: Pair;
}

/** Fields that are compared by paragraph and word. All others are shown side by side. */
const TEXTS = ['html', 'introduction'];

type Fields = Readonly<Record<string, unknown>>;

/** Whether two versions differ in a field. Versions of an earlier release do not know the position. */
const isDifferent = (name: string, before: Fields, after: Fields): boolean =>
  !isSame(before[name] ?? null, after[name] ?? null) && !(name === 'place' && !(name in before && name in after));

/** The fields in which two versions differ. */
export function VersionComparison({ resource, id, pair }: Props) {
  const from = useVersion(resource, id, pair.from);
  const to = useVersion(resource, id, pair.to);
  const error = from.error ?? to.error;
  if (error) return <Alert severity="error">{error.message}</Alert>;
  if (!from.data || !to.data) return <Skeleton variant="rounded" height={200} />;
  const [before, after] = [from.data.fields, to.data.fields];
  const names = Object.keys({ ...before, ...after }).filter((name) => isDifferent(name, before, after));
  return (
    <Stack sx={{ gap: 2 }}>
      <Typography variant="h6" component="h2">
        Changes from {versionName(from.data)} to {versionName(to.data)}
      </Typography>
      {names.length === 0 && <Alert severity="info">These versions are the same.</Alert>}
      {names.map((name) => (
        <section key={name}>
          <Typography variant="subtitle1" component="h3" sx={{ mb: 0.5 }}>
            {fieldLabel(name)}
          </Typography>
          {TEXTS.includes(name) ? (
            <TextComparison before={String(before[name] ?? '')} after={String(after[name] ?? '')} />
          ) : (
            <Sides name={name} before={before[name]} after={after[name]} />
          )}
        </section>
      ))}
    </Stack>
  );
}

function Sides({ name, before, after }: { name: string; before: unknown; after: unknown }) {
  const side = (label: string, value: unknown) => (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, px: 1.5, py: 1, minWidth: 0 }}>
      <Typography variant="caption" component="h4" color="textSecondary">
        {label}
      </Typography>
      <Box sx={{ overflowWrap: 'anywhere' }}>
        <FieldValue name={name} value={value} />
      </Box>
    </Box>
  );
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
      {side('Before', before)}
      {side('After', after)}
    </Box>
  );
}

function TextComparison({ before, after }: { before: string; after: string }) {
  const compared = useMemo(() => compareTexts(before, after), [before, after]);
  return (
    <Stack sx={{ gap: 1 }}>
      {compared.map((piece, at) =>
        piece.kind === 'same' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other identity and are never reordered
          <Typography key={at} variant="body2" color="textSecondary">
            {counted(piece.paragraphs.length, 'unchanged paragraph')}
          </Typography>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other identity and are never reordered
          <Paragraph key={at} parts={piece.parts} />
        ),
      )}
    </Stack>
  );
}

const TAGS = { same: 'span', added: 'ins', removed: 'del' } as const;
const COLOURS = { same: undefined, added: 'success.main', removed: 'error.main' } as const;

function Paragraph({ parts }: { parts: readonly Part[] }) {
  return (
    <Box sx={{ borderLeft: 3, borderColor: 'divider', pl: 1.5, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {parts.map(({ kind, text }, at) => (
        <Box
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity and are never reordered
          key={at}
          component={TAGS[kind]}
          sx={{ color: COLOURS[kind], fontWeight: kind === 'added' ? 600 : undefined }}
        >
          {text}
        </Box>
      ))}
    </Box>
  );
}
