import MergeIcon from '@mui/icons-material/CallMerge';
import Alert from '@mui/material/Alert';
import MuiButton from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useState } from 'react';
import { Button, CanAccess, useGetMany, useListContext, useNotify, useRefresh, useResourceContext } from 'react-admin';
import type { NameRecord } from '../../contract/records.ts';
import { call } from '../providers/http.ts';
import { counted } from '../ui/format.ts';

/** Merges the selected names into one of them. */
export function MergeButton() {
  const resource = useResourceContext() ?? '';
  const [isOpen, setOpen] = useState(false);
  const { selectedIds } = useListContext();
  return (
    <CanAccess resource={resource} action="merge">
      <Button label="Merge" aria-label="Merge" onClick={() => setOpen(true)} disabled={selectedIds.length < 2}>
        <MergeIcon />
      </Button>
      {isOpen && <MergeDialog resource={resource} onClose={() => setOpen(false)} />}
    </CanAccess>
  );
}

function MergeDialog({ resource, onClose }: { resource: string; onClose: () => void }) {
  const { selectedIds } = useListContext();
  const { data = [] } = useGetMany<NameRecord>(resource, { ids: selectedIds });
  const [into, setInto] = useState<string>('');
  const { isBusy, error, merge } = useMerge(resource, onClose);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="merge-title">
      <DialogTitle id="merge-title">Choose the name to keep</DialogTitle>
      <DialogContent>
        {error !== '' && <Alert severity="error">{error}</Alert>}
        <RadioGroup aria-labelledby="merge-title" value={into} onChange={(_, id) => setInto(id)}>
          {data.map(({ id, name, books }) => (
            <FormControlLabel
              key={id}
              value={String(id)}
              control={<Radio />}
              label={`${name} (${counted(books, 'book')})`}
            />
          ))}
        </RadioGroup>
        Books with the other names get this name, and the other pages redirect to its page.
      </DialogContent>
      <DialogActions>
        <MuiButton onClick={onClose}>Cancel</MuiButton>
        <MuiButton variant="contained" disabled={into === '' || isBusy} onClick={() => merge(data, into)}>
          Merge {selectedIds.length}
        </MuiButton>
      </DialogActions>
    </Dialog>
  );
}

function useMerge(resource: string, onDone: () => void) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const { onUnselectItems } = useListContext();
  const notify = useNotify();
  const refresh = useRefresh();
  const merge = async (names: readonly NameRecord[], into: string) => {
    setBusy(true);
    try {
      for (const { id, name } of names.filter((one) => String(one.id) !== into))
        await call(`${resource}/${id}/merge`, { method: 'POST', body: { into: Number(into), seen: { name } } });
      notify(`${counted(names.length, 'name')} merged`, { type: 'success' });
      onUnselectItems();
      onDone();
    } catch (caught) {
      setError(caught instanceof Error ? caught.message : 'The names could not be merged.');
    } finally {
      setBusy(false);
      refresh();
    }
  };
  return { isBusy, error, merge };
}
