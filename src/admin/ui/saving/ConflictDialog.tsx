import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { type RaRecord, useDataProvider, useNotify } from 'react-admin';
import { isChanged } from '../providers/http.ts';
import { counted } from '../ui/format.ts';
import { ConflictSection } from './ConflictSection.tsx';
import { type Choices, choicesOf, conflictsOf, type FieldConflict, merged } from './conflicts.ts';
import type { Choice } from './merge-texts.ts';
import type { Refused } from './saving-context.ts';

interface Props {
  readonly resource: string;
  readonly id: string | number;
  readonly refused: Required<Refused>;
  /** Called if somebody has changed the record again. */
  readonly onRefused: (refused: Refused) => void;
  readonly onSaved: (record: RaRecord) => void;
  /** Closes the dialog without saving. The form keeps the unsaved changes. */
  readonly onClose: () => void;
}

/** Shows both versions of each field that you and somebody else have changed, and saves the version that you choose. */
export function ConflictDialog({ refused, onClose, ...props }: Props) {
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const conflicts = conflictsOf(refused.base, refused.yours, refused.theirs);
  const [choices, setChoices] = useState<Choices>({});
  const open = conflicts.flatMap(choicesOf).filter((key) => choices[key] === undefined).length;
  const { isBusy, error, save } = useMergedSave({ refused, ...props });
  return (
    <Dialog open onClose={onClose} fullWidth fullScreen={isPhone} maxWidth="md" aria-labelledby="conflict-title">
      <DialogTitle id="conflict-title">Somebody else has also changed this</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>
          Choose what to keep. Changes that fit together are already combined. If you go back, the form keeps what you
          typed.
        </DialogContentText>
        {error !== '' && (
          <Alert severity="error" sx={{ mb: 2 }}>
            {error}
          </Alert>
        )}
        <KeepAll conflicts={conflicts} onChoose={setChoices} />
        <Stack sx={{ gap: 3 }}>
          {conflicts.map((conflict) => (
            <ConflictSection
              key={conflict.name}
              conflict={conflict}
              choices={choices}
              onChoose={(key, choice) => setChoices((all) => ({ ...all, [key]: choice }))}
            />
          ))}
        </Stack>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', rowGap: 1 }}>
        <Typography role="status" variant="body2" color="textSecondary" sx={{ mr: 'auto', pl: 2 }}>
          {open === 0 ? 'All choices made' : `${counted(open, 'choice')} left`}
        </Typography>
        <Button onClick={onClose}>Back to the form</Button>
        <Button
          variant="contained"
          disabled={open > 0 || isBusy}
          onClick={() => save(merged(refused, conflicts, choices))}
        >
          Save merged version
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface KeepAllProps {
  readonly conflicts: readonly FieldConflict[];
  readonly onChoose: (choices: Choices) => void;
}

function KeepAll({ conflicts, onChoose }: KeepAllProps) {
  const keys = conflicts.flatMap(choicesOf);
  if (keys.length < 2) return null;
  const choose = (choice: Choice) => onChoose(Object.fromEntries(keys.map((key) => [key, choice])));
  return (
    <Stack direction="row" sx={{ gap: 1, mb: 2 }}>
      <Button size="small" variant="outlined" onClick={() => choose('yours')}>
        Choose all yours
      </Button>
      <Button size="small" variant="outlined" onClick={() => choose('theirs')}>
        Choose all theirs
      </Button>
    </Stack>
  );
}

/** Saves the merged values as changes to the stored record. */
function useMergedSave({ resource, id, refused, onRefused, onSaved }: Omit<Props, 'onClose'>) {
  const dataProvider = useDataProvider();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const save = async (data: Readonly<Record<string, unknown>>) => {
    setBusy(true);
    setError('');
    try {
      const { data: stored } = await dataProvider.update(resource, {
        id,
        data,
        previousData: refused.theirs as RaRecord,
        meta: { seen: refused.theirs },
      });
      notify('Merged version saved', { type: 'success' });
      onSaved(stored);
    } catch (caught) {
      if (isChanged(caught) && caught.current) {
        onRefused({ base: refused.theirs, yours: data, theirs: caught.current });
        setError('Somebody has changed this again. Check the new differences.');
      } else setError(caught instanceof Error ? caught.message : 'The merged version could not be saved.');
      setBusy(false);
    }
  };
  return { isBusy, error, save };
}
