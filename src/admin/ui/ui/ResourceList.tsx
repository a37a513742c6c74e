import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactElement, ReactNode } from 'react';
import {
  BulkActionsToolbar,
  BulkDeleteWithConfirmButton,
  CanAccess,
  DataTable,
  defaultExporter,
  List,
  type ListProps,
  type RaRecord,
  useResourceContext,
} from 'react-admin';
import { EmptyState } from './EmptyState.tsx';
import { ListActions } from './ListActions.tsx';
import { PhoneList, type PhoneRow } from './PhoneList.tsx';
import { SelectPageBox, SelectRowBox } from './SelectBoxes.tsx';
import { safely } from './safe-exporter.ts';

const safeExporter = safely(defaultExporter);

interface Props<R extends RaRecord> extends Pick<ListProps, 'filters' | 'sort' | 'title' | 'actions' | 'exporter'> {
  /** The table's columns (`DataTable.Col`). Windows narrower than 600 px show `phone` instead. */
  readonly children: ReactNode;
  /** The content of a row on phones. */
  readonly phone: PhoneRow<R>;
  /** Actions for the selected rows; default delete, false for none. */
  readonly bulk?: ReactElement | false;
  readonly rowClick?: 'edit' | 'show' | false;
  readonly empty: { readonly text: string; readonly next?: string };
}

/** A long word in a name must not push the columns with the actions out of the window. */
const BREAK_NAMES = { '& .column-name, & .column-title': { overflowWrap: 'anywhere', minWidth: 160 } };

/** A list of records: a table, or a `PhoneList` on phones. */
export function ResourceList<R extends RaRecord>({
  children,
  phone,
  bulk,
  rowClick = 'edit',
  empty,
  ...list
}: Props<R>) {
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  return (
    <List perPage={25} empty={<EmptyState {...empty} />} exporter={safeExporter} actions={<ListActions />} {...list}>
      {bulk !== false && <BulkActionsToolbar>{bulk ?? <DeleteButton />}</BulkActionsToolbar>}
      {isPhone ? (
        <PhoneList<R> row={phone} rowClick={rowClick} isSelectable={bulk !== false} />
      ) : (
        <DataTable rowClick={rowClick} bulkActionButtons={false} sx={BREAK_NAMES}>
          {bulk !== false && <DataTable.Col label={<SelectPageBox />} disableSort render={() => <SelectRowBox />} />}
          {children}
        </DataTable>
      )}
    </List>
  );
}

function DeleteButton() {
  return (
    <CanAccess resource={useResourceContext() ?? ''} action="delete">
      <BulkDeleteWithConfirmButton mutationMode="pessimistic" />
    </CanAccess>
  );
}
