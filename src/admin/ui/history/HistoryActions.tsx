import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import { Button, CanAccess, Link, TopToolbar, useRecordContext, useResourceContext } from 'react-admin';

/** The button of an edit screen that opens the versions of the record. */
export function HistoryActions() {
  const record = useRecordContext();
  const resource = useResourceContext();
  return (
    <TopToolbar>
      {record && (
        <CanAccess resource="revisions" action="list">
          <Button component={Link} to={`/${resource}/${record.id}/history`} label="History">
            <HistoryIcon />
          </Button>
        </CanAccess>
      )}
    </TopToolbar>
  );
}
