import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMemo, useRef, useState } from 'react';
import { Edit, type EditProps, type RaRecord, useNotify, useResourceContext } from 'react-admin';
import { useParams } from 'react-router';
import { ApiError, isChanged } from '../providers/http.ts';
import { moment } from '../ui/format.ts';
import type { Fields } from './conflicts.ts';
import { type Refused, type SavedForm, SavingContext } from './saving-context.ts';
import { othersText, useOtherEditors } from './use-other-editors.ts';

/**
 * react-admin's `Edit` for records that several people may change. If somebody else has changed the record, saving
 * opens a dialog with both versions. Unsaved changes are kept in the browser. The form must contain a `FormGuard`.
 */
export function RecordEdit(props: Omit<EditProps, 'mutationMode' | 'mutationOptions'>) {
  const { id } = useParams();
  const resource = useResourceContext();
  return <GuardedEdit key={`${resource}/${id}`} {...props} />;
}

function GuardedEdit({ children, ...props }: EditProps) {
  const form = useRef<SavedForm>(null);
  const [refused, setRefused] = useState<Refused>();
  const [restored, setRestored] = useState<number>();
  const notifyError = useNotifyError();
  const context = useMemo(() => ({ form, refused, setRefused, setRestored }), [refused]);
  return (
    <SavingContext value={context}>
      <OtherEditors />
      {restored !== undefined && (
        <Alert
          severity="info"
          sx={{ mt: 1.5 }}
          action={
            <Button color="inherit" size="small" onClick={() => form.current?.discard()}>
              Discard
            </Button>
          }
        >
          This form contains your unsaved changes from {moment(new Date(restored).toISOString())}.
        </Alert>
      )}
      <Edit
        {...props}
        mutationMode="pessimistic"
        mutationOptions={{
          onError(error: Error, { data }: { data?: Fields }) {
            if (isChanged(error) && error.current && data) setRefused({ theirs: error.current, yours: data });
            else notifyError(error);
          },
          onSettled(saved: RaRecord | undefined, _error: Error | null, { data }: { data?: Fields }) {
            if (saved) form.current?.saved(saved, data ?? {});
          },
        }}
      >
        {children}
      </Edit>
    </SavingContext>
  );
}

/** Shows the names of the others who have the record open. */
function OtherEditors() {
  const resource = useResourceContext() ?? '';
  const { id = '' } = useParams();
  const text = othersText(useOtherEditors(resource, id));
  return (
    <Box role="status">
      {text !== '' && (
        <Alert severity="info" role="presentation" sx={{ mt: 1.5 }}>
          {text}
        </Alert>
      )}
    </Box>
  );
}

/** Shows an error, except messages about fields, which the form shows. */
function useNotifyError() {
  const notify = useNotify();
  return (error: Error) => {
    const isAboutFields = error instanceof ApiError && Object.keys(error.body.errors).length > 0;
    if (!isAboutFields) notify(error.message, { type: 'error' });
  };
}
