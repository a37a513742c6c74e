import EditIcon from '@mui/icons-material/EditOutlined';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import {
  Button,
  NumberInput,
  SaveButton,
  SelectInput,
  SimpleForm,
  TextInput,
  Toolbar,
  useListContext,
  useNotify,
  useRefresh,
  useUpdateMany,
} from 'react-admin';
import { counted } from '../ui/format.ts';
import { LanguageFilter } from '../ui/languages.tsx';
import { BrandsInput } from './BrandsInput.tsx';
import { BOOK_STATES } from './book-states.ts';
import { filledIn } from './filled-in.ts';

/** Sets the filled-in fields on all selected books; their other fields stay unchanged. */
export function BulkEditButton() {
  const [isOpen, setOpen] = useState(false);
  const { selectedIds } = useListContext();
  return (
    <>
      <Button label="Edit" onClick={() => setOpen(true)}>
        <EditIcon />
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} fullWidth maxWidth="xs" aria-labelledby="bulk-edit-title">
        <DialogTitle id="bulk-edit-title">Edit {counted(selectedIds.length, 'book')}</DialogTitle>
        <DialogContent sx={{ p: 0 }}>
          <BulkEditForm onDone={() => setOpen(false)} />
        </DialogContent>
      </Dialog>
    </>
  );
}

type Changes = Readonly<Record<string, unknown>>;

function BulkEditForm({ onDone }: { onDone: () => void }) {
  const { selectedIds, onUnselectItems } = useListContext();
  const [updateMany] = useUpdateMany();
  const notify = useNotify();
  const refresh = useRefresh();
  const save = async (values: Changes) => {
    const data = filledIn(values);
    if (Object.keys(data).length === 0) return onDone();
    await updateMany(
      'books',
      { ids: selectedIds, data },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          notify(`${counted(selectedIds.length, 'book')} updated`, { type: 'success' });
          onUnselectItems();
          onDone();
        },
        onError: (error) =>
          notify(error instanceof Error ? error.message : 'The books were not updated', { type: 'error' }),
        onSettled: () => refresh(),
      },
    );
  };
  return (
    <SimpleForm onSubmit={save} record={{}} toolbar={<BulkEditToolbar />}>
      <SelectInput source="status" choices={BOOK_STATES} helperText="Leave empty to keep the current status" />
      <LanguageFilter emptyText="Do not change" />
      <TextInput source="category" />
      <NumberInput source="hot" label="Sort weight" min={0} />
      <BrandsInput isBulk />
    </SimpleForm>
  );
}

const BulkEditToolbar = () => (
  <Toolbar>
    <SaveButton label="Update books" alwaysEnable />
  </Toolbar>
);
