import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { FieldValue } from '../ui/FieldValue.tsx';
import { fieldLabel } from '../ui/field-label.ts';
import { counted } from '../ui/format.ts';
import { type Choices, choiceKey, type FieldConflict } from './conflicts.ts';
import type { Choice, Piece } from './merge-texts.ts';

interface Props {
  readonly conflict: FieldConflict;
  readonly choices: Choices;
  readonly onChoose: (key: string, choice: Choice) => void;
}

/** A field that both people have changed: one choice for a value, or one for each differing part of a text. */
export function ConflictSection({ conflict, choices, onChoose }: Props) {
  const { name, pieces, yours, theirs } = conflict;
  const label = fieldLabel(name);
  return (
    <section>
      <Typography variant="subtitle1" component="h3" sx={{ mb: 1 }}>
        {label}
      </Typography>
      {pieces === undefined ? (
        <Sides
          label={label}
          yours={<FieldValue name={name} value={yours} />}
          theirs={<FieldValue name={name} value={theirs} />}
          choice={choices[choiceKey(name)]}
          onChoose={(choice) => onChoose(choiceKey(name), choice)}
        />
      ) : (
        <Stack sx={{ gap: 1 }}>
          {pieces.map((piece, index) => (
            <TextPiece
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other identity and are never reordered
              key={index}
              label={`${label}, part ${index + 1}`}
              piece={piece}
              choice={choices[choiceKey(name, index)]}
              onChoose={(choice) => onChoose(choiceKey(name, index), choice)}
            />
          ))}
        </Stack>
      )}
    </section>
  );
}

interface TextPieceProps {
  readonly label: string;
  readonly piece: Piece;
  readonly choice: Choice | undefined;
  readonly onChoose: (choice: Choice) => void;
}

function TextPiece({ label, piece, choice, onChoose }: TextPieceProps) {
  if (piece.kind === 'same') {
    const count = piece.lines.filter((line) => line.trim() !== '').length;
    return count === 0 ? null : (
      <Typography variant="body2" color="textSecondary">
        {counted(count, 'unchanged paragraph')}
      </Typography>
    );
  }
  if (piece.kind === 'conflict')
    return (
      <Sides
        label={label}
        isText
        yours={<Lines lines={piece.yours} />}
        theirs={<Lines lines={piece.theirs} />}
        choice={choice}
        onChoose={onChoose}
      />
    );
  return (
    <Box sx={{ borderLeft: 3, borderColor: 'success.main', pl: 1.5 }}>
      <Typography variant="body2" color="textSecondary">
        {COMBINED[piece.kind]}
      </Typography>
      <Lines lines={piece.lines} />
    </Box>
  );
}

const COMBINED = {
  yours: 'Changed by you only',
  theirs: 'Changed by them only',
  agreed: 'Changed by both in the same way',
};

function Lines({ lines }: { lines: readonly string[] }) {
  const text = lines.join('\n').trim();
  return (
    <Box component="span" sx={{ display: 'block', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text === '' ? <em>Removed</em> : text}
    </Box>
  );
}

interface SidesProps {
  readonly label: string;
  readonly yours: ReactNode;
  readonly theirs: ReactNode;
  /** Whether the choices include keeping both versions, one after the other. */
  readonly isText?: boolean;
  readonly choice: Choice | undefined;
  readonly onChoose: (choice: Choice) => void;
}

/** Your version and theirs, side by side on wide screens. */
function Sides({ label, yours, theirs, isText = false, choice, onChoose }: SidesProps) {
  const id = useId();
  const side = (value: Choice, name: string, content: ReactNode) => (
    <Box
      sx={{
        border: 1,
        borderColor: choice === value || choice === 'both' ? 'primary.main' : 'divider',
        borderRadius: 1,
        px: 1.5,
        py: 0.5,
        minWidth: 0,
      }}
    >
      <FormControlLabel
        value={value}
        control={<Radio size="small" slotProps={{ input: { 'aria-describedby': `${id}-${value}` } }} />}
        label={name}
      />
      <Box id={`${id}-${value}`} sx={{ pb: 1, overflowWrap: 'anywhere' }}>
        {content}
      </Box>
    </Box>
  );
  return (
    <RadioGroup aria-label={label} value={choice ?? ''} onChange={(_, value) => onChoose(value as Choice)}>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {side('yours', 'Yours', yours)}
        {side('theirs', 'Theirs', theirs)}
      </Box>
      {isText && <FormControlLabel value="both" control={<Radio size="small" />} label="Keep both, theirs first" />}
    </RadioGroup>
  );
}
