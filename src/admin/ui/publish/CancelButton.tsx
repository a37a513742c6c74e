import StopIcon from '@mui/icons-material/StopCircleOutlined';
import Button from '@mui/material/Button';
import { CanAccess, useNotify } from 'react-admin';
import type { PublishRun } from '../../contract/publish.ts';
import { cancelRun } from './publish-run.ts';

/** Cancels a run. Live releases do not change. */
export function CancelButton({ id }: { id: PublishRun['id'] }) {
  const notify = useNotify();
  const cancel = () => cancelRun(id).catch((error: Error) => notify(error.message, { type: 'error' }));
  return (
    <CanAccess resource="publish" action="cancel">
      <Button startIcon={<StopIcon />} onClick={cancel}>
        Cancel run
      </Button>
    </CanAccess>
  );
}
