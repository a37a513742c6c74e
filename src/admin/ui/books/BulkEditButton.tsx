import EditIcon from '@mui/icons-material/EditOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import MuiButton from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Button, useListContext, useNotify, useRefresh } from 'react-admin';
import type { BookRecord } from '../../contract/records.ts';
import { type BulkOutcome, type RecordId, updateEach } from '../providers/bulk.ts';
import { counted } from '../ui/format.ts';
import { BulkEditForm } from './BulkEditForm.tsx';
import { BulkEditSummary } from './BulkEditSummary.tsx';
import { type BulkValues, bulkChanges } from './bulk-changes.ts';

/** Changes the chosen fields of all selected books; their other fields stay unchanged. */
export function BulkEditButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button label="Edit" onClick={() => setOpen(true)}>
        <EditIcon />
      </Button>
      {isOpen && <BulkEditDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** The section of the books with these ids; undefined if they are in several, or on another page of the list. */
function commonSection(listed: readonly BookRecord[], ids: readonly RecordId[]): number | undefined {
  const sections = new Set(ids.map((id) => listed.find((book) => book.id === id)?.section));
  return sections.size === 1 ? [...sections][0] : undefined;
}

/** Asks for the changes, then for confirmation, and reports the books that were not changed. */
function BulkEditDialog({ onClose }: { onClose: () => void }) {
  const { selectedIds, data } = useListContext<BookRecord>();
  // The list drops the selection of books that a refresh no longer returns.
  const [ids] = useState<readonly RecordId[]>(selectedIds);
  const [section] = useState(() => commonSection(data ?? [], ids));
  const [values, setValues] = useState<BulkValues>({});
  const [step, setStep] = useState<'form' | 'confirm'>('form');
  const { isBusy, error, outcome, save } = useBulkEdit(ids, onClose);
  const isFinished = outcome !== undefined;
  const isForm = step === 'form' && !isFinished;
  return (
    <Dialog open onClose={isBusy ? undefined : onClose} fullWidth maxWidth="sm" aria-labelledby="bulk-edit-title">
      <DialogTitle id="bulk-edit-title">
        {isFinished ? 'Some books were not changed' : `${isForm ? 'Edit' : 'Change'} ${counted(ids.length, 'book')}`}
        {!isFinished && !isForm && '?'}
      </DialogTitle>
      {isForm && (
        <BulkEditForm
          values={values}
          section={section}
          onCancel={onClose}
          onReview={(chosen) => {
            setValues(chosen);
            setStep('confirm');
          }}
        />
      )}
      {!isForm && (
        <>
          <DialogContent>
            {error !== '' && <Alert severity="error">{error}</Alert>}
            {isFinished ? <Refusals outcome={outcome} /> : <BulkEditSummary values={values} />}
          </DialogContent>
          <DialogActions>
            {isFinished ? (
              <MuiButton onClick={onClose}>Close</MuiButton>
            ) : (
              <>
                <MuiButton onClick={() => setStep('form')} disabled={isBusy}>
                  Back
                </MuiButton>
                <MuiButton variant="contained" onClick={() => save(values)} disabled={isBusy}>
                  {isBusy ? 'Changing…' : `Change ${counted(ids.length, 'book')}`}
                </MuiButton>
              </>
            )}
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

function useBulkEdit(ids: readonly RecordId[], onClose: () => void) {
  const { onUnselectItems, onSelect } = useListContext();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const notify = useNotify();
  const refresh = useRefresh();
  const save = async (values: BulkValues) => {
    setBusy(true);
    setError('');
    try {
      const result = await updateEach('books', ids, (book) => bulkChanges(values, book as BookRecord));
      if (result.refusals.length === 0) {
        const unchanged = ids.length - result.done;
        const rest = unchanged === 0 ? '' : `, ${unchanged} already had these values`;
        notify(`${counted(result.done, 'book')} changed${rest}`, { type: 'success' });
        onUnselectItems();
        onClose();
      } else {
        setOutcome(result);
        onSelect(result.refusals.map(({ id }) => id));
      }
    } catch (caught) {
      setError(caught instanceof Error ? caught.message : 'The books were not changed.');
    }
    setBusy(false);
    refresh();
  };
  return { isBusy, error, outcome, save };
}

/** The books that the API refused to change, with the reasons. They stay selected. */
function Refusals({ outcome: { done, refusals } }: { outcome: BulkOutcome }) {
  return (
    <>
      <Typography>
        {counted(done, 'book')} changed, {refusals.length} not changed. The books below are still selected.
      </Typography>
      <Box component="ul" sx={{ pl: 2.5, my: 1, overflowWrap: 'anywhere' }}>
        {refusals.map(({ id, name, reason }) => (
          <li key={id}>
            <strong>{name}</strong>: {reason}
          </li>
        ))}
      </Box>
    </>
  );
}
