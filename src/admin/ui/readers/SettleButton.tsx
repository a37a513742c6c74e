import DoneIcon from '@mui/icons-material/DoneAll';
import MuiButton from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Button, useListContext, useNotify, useRefresh, useUpdateMany } from 'react-admin';
import { counted } from '../ui/format.ts';

/** Resolves the selected reports, with one note for all. */
export function SettleButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button label="Resolve" onClick={() => setOpen(true)}>
        <DoneIcon />
      </Button>
      {isOpen && <SettleDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function SettleDialog({ onClose }: { onClose: () => void }) {
  const { selectedIds } = useListContext();
  const [note, setNote] = useState('');
  const { isBusy, settle } = useSettle(onClose);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="settle-title">
      <DialogTitle id="settle-title">Resolve {counted(selectedIds.length, 'report')}</DialogTitle>
      <DialogContent>
        <TextField
          label="Note"
          value={note}
          onChange={({ target }) => setNote(target.value)}
          multiline
          minRows={2}
          helperText="Internal note, not shown to readers"
          slotProps={{ htmlInput: { maxLength: 2000 } }}
        />
      </DialogContent>
      <DialogActions>
        <MuiButton onClick={onClose}>Cancel</MuiButton>
        <MuiButton variant="contained" disabled={isBusy} onClick={() => settle(note)}>
          Resolve
        </MuiButton>
      </DialogActions>
    </Dialog>
  );
}

function useSettle(onDone: () => void) {
  const { selectedIds, onUnselectItems } = useListContext();
  const [updateMany, { isPending }] = useUpdateMany();
  const notify = useNotify();
  const refresh = useRefresh();
  const settle = (note: string) =>
    updateMany(
      'reports',
      { ids: selectedIds, data: { state: 'settled', ...(note.trim() === '' ? {} : { note }) } },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          notify(`${counted(selectedIds.length, 'report')} resolved`, { type: 'success' });
          onUnselectItems();
          onDone();
        },
        onError: (error) =>
          notify(error instanceof Error ? error.message : 'The reports were not resolved', { type: 'error' }),
        onSettled: () => refresh(),
      },
    );
  return { isBusy: isPending, settle };
}
