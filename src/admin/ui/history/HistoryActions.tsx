import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import type { ReactNode } from 'react';
import { Button, CanAccess, Link, TopToolbar, useRecordContext, useResourceContext } from 'react-admin';

/**
 * The buttons of an edit screen: one opens the versions of the record.
 * @param children further buttons
 */
export function HistoryActions({ children }: { children?: ReactNode }) {
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
      {children}
    </TopToolbar>
  );
}
