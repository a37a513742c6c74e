import StopIcon from '@mui/icons-material/StopCircleOutlined';
import Button from '@mui/material/Button';
import { CanAccess, useNotify } from 'react-admin';
import { cancelRun, type Run } from './publish-run.ts';

/** Ends a run under way: what is live stays. */
export function CancelButton({ id }: { id: Run['id'] }) {
  const notify = useNotify();
  const cancel = () => cancelRun(id).catch((error: Error) => notify(error.message, { type: 'error' }));
  return (
    <CanAccess resource="publish" action="cancel">
      <Button startIcon={<StopIcon />} onClick={cancel}>
        Cancel the run
      </Button>
    </CanAccess>
  );
}
