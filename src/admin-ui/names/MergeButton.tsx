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
import { call } from '../providers/http.ts';
import type { NameRecord } from '../records.ts';
import { counted } from '../ui/format.ts';

/** Makes one of the chosen names of them all. */
export function MergeButton() {
  const resource = useResourceContext() ?? '';
  const [isOpen, setOpen] = useState(false);
  const { selectedIds } = useListContext();
  return (
    <CanAccess resource={resource} action="merge">
      <Button label="Merge" onClick={() => setOpen(true)} disabled={selectedIds.length < 2}>
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
      <DialogTitle id="merge-title">Which name stays?</DialogTitle>
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
        The books of the others get this name, and the addresses of the others lead to its page.
      </DialogContent>
      <DialogActions>
        <MuiButton onClick={onClose}>Cancel</MuiButton>
        <MuiButton variant="contained" disabled={into === '' || isBusy} onClick={() => merge(selectedIds, into)}>
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
  const merge = async (ids: readonly (string | number)[], into: string) => {
    setBusy(true);
    try {
      for (const id of ids.filter((one) => String(one) !== into))
        await call(`${resource}/${id}/merge`, { method: 'POST', body: { into: Number(into) } });
      notify(`${ids.length} became one`, { type: 'success' });
      onUnselectItems();
      onDone();
    } catch (caught) {
      setError(caught instanceof Error ? caught.message : 'Nothing was merged.');
    } finally {
      setBusy(false);
      refresh();
    }
  };
  return { isBusy, error, merge };
}
