import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import CardHeader from '@mui/material/CardHeader';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { defaultExporter, useDataProvider } from 'react-admin';
import { number } from '../ui/format.ts';
import { safely } from '../ui/safe-exporter.ts';

export interface Column<R> {
  readonly label: string;
  /** The value in the CSV file, and in the table unless there is `show`. */
  readonly value: (row: R) => string | number;
  readonly show?: (row: R) => ReactNode;
}

interface FigureTableProps<R> {
  readonly title: string;
  readonly rows: readonly R[];
  readonly columns: readonly Column<R>[];
  readonly keyOf: (row: R) => string | number;
  /** Shown if there are no rows. */
  readonly empty: string;
  /** Name of the CSV file, without ending. */
  readonly file: string;
  readonly children?: ReactNode;
}

/** A card with a table, which can be downloaded as CSV. Children, such as a chart, are shown above the table. */
export function FigureTable<R>({ title, rows, columns, keyOf, empty, file, children }: FigureTableProps<R>) {
  const id = `${file}-title`;
  const dataProvider = useDataProvider();
  const download = () => {
    const records = rows.map((row) => Object.fromEntries(columns.map(({ label, value }) => [label, value(row)])));
    void safely(defaultExporter)(records, async () => ({}), dataProvider, file);
  };
  return (
    <Card component="section" aria-labelledby={id}>
      <CardHeader
        title={title}
        slotProps={{ title: { id, component: 'h2', variant: 'h6' } }}
        action={
          rows.length > 0 && (
            <Button onClick={download} startIcon={<DownloadIcon />} aria-label={`Download ${title} as CSV`}>
              CSV
            </Button>
          )
        }
      />
      {children}
      {rows.length === 0 ? (
        <CardContent>
          <Typography color="textSecondary">{empty}</Typography>
        </CardContent>
      ) : (
        // A region that scrolls must be reachable by keyboard.
        <TableContainer tabIndex={0} role="region" aria-label={`Table: ${title}`} sx={{ maxHeight: 440 }}>
          <Table size="small" stickyHeader>
            <TableHead>
              <TableRow>
                {columns.map(({ label }, at) => (
                  <TableCell key={label} align={at === 0 ? 'left' : 'right'}>
                    {label}
                  </TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.map((row) => (
                <TableRow key={keyOf(row)}>
                  {columns.map((column, at) => (
                    <Cell key={column.label} column={column} row={row} isFirst={at === 0} />
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
    </Card>
  );
}

function Cell<R>({ column, row, isFirst }: { column: Column<R>; row: R; isFirst: boolean }) {
  const value = column.value(row);
  const shown = column.show?.(row) ?? (typeof value === 'number' ? number(value) : value);
  return isFirst ? (
    <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere', minWidth: 120 }}>
      {shown}
    </TableCell>
  ) : (
    <TableCell align="right">{shown}</TableCell>
  );
}
