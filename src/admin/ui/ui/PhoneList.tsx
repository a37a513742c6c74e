import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import type { ReactElement, ReactNode } from 'react';
import {
  Link,
  ListNoResults,
  type RaRecord,
  RecordContextProvider,
  useGetPathForRecord,
  useListContext,
  useRecordContext,
} from 'react-admin';
import { SelectPageBox, SelectRowBox } from './SelectBoxes.tsx';

/** The content of a row on phones. */
export interface PhoneRow<R extends RaRecord> {
  readonly primary: (record: R) => ReactNode;
  readonly secondary?: (record: R) => ReactNode;
  readonly tertiary?: (record: R) => ReactNode;
  readonly avatar?: (record: R) => ReactElement;
}

interface Props<R extends RaRecord> {
  readonly row: PhoneRow<R>;
  readonly rowClick: 'edit' | 'show' | false;
  /** Whether rows have a checkbox. */
  readonly isSelectable: boolean;
}

/** A list on phones: rows that link to their record, with checkboxes if rows can be selected. */
export function PhoneList<R extends RaRecord>({ row, rowClick, isSelectable }: Props<R>) {
  const { data, isPending } = useListContext<R>();
  if (isPending || !data) return null;
  if (data.length === 0) return <ListNoResults />;
  return (
    <>
      {isSelectable && (
        <Box sx={{ display: 'flex', alignItems: 'center', pl: 0.5, color: 'text.secondary' }}>
          <SelectPageBox />
          <span aria-hidden="true">Select all on this page</span>
        </Box>
      )}
      <List disablePadding>
        {data.map((record) => (
          <RecordContextProvider key={record.id} value={record}>
            <ListItem disablePadding divider>
              {isSelectable && (
                <Box sx={{ pl: 0.5 }}>
                  <SelectRowBox />
                </Box>
              )}
              <Row row={row} rowClick={rowClick} />
            </ListItem>
          </RecordContextProvider>
        ))}
      </List>
    </>
  );
}

function Row<R extends RaRecord>({ row, rowClick }: Pick<Props<R>, 'row' | 'rowClick'>) {
  const record = useRecordContext<R>();
  const path = useGetPathForRecord({ link: rowClick });
  if (!record) return null;
  const { primary, secondary, tertiary, avatar } = row;
  const content = (
    <>
      {avatar && <ListItemIcon sx={{ minWidth: 52 }}>{avatar(record)}</ListItemIcon>}
      <ListItemText
        primary={primary(record)}
        secondary={secondary?.(record)}
        slotProps={{ secondary: { component: 'div' } }}
        sx={{ minWidth: 0, overflowWrap: 'anywhere' }}
      />
      {tertiary && <Box sx={{ pl: 1, color: 'text.secondary', textAlign: 'end' }}>{tertiary(record)}</Box>}
    </>
  );
  if (path === false || path === undefined)
    return <Box sx={{ display: 'flex', flex: 1, px: 1, py: 0.5 }}>{content}</Box>;
  return (
    <ListItemButton component={Link} to={path} sx={{ px: 1, minWidth: 0, color: 'text.primary' }}>
      {content}
    </ListItemButton>
  );
}
