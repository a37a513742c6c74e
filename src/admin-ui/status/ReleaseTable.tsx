import RestoreIcon from '@mui/icons-material/Restore';
import Box from '@mui/material/Box';
import Radio from '@mui/material/Radio';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, CanAccess, Confirm, useNotify } from 'react-admin';
import { bytes, moment, number } from '../ui/format.ts';
import { StatusChip } from '../ui/StatusChip.tsx';
import { rollBack } from './releases-data.ts';
import type { ReleaseRow } from './status-data.ts';

/** Columns that a phone leaves out. */
const WIDE = { display: { xs: 'none', sm: 'table-cell' } };

interface Pair {
  readonly from: string;
  readonly to: string;
}

interface Props extends Pair {
  readonly brand: string;
  readonly releases: readonly ReleaseRow[];
  readonly onPair: (pair: Pair) => void;
}

export function ReleaseTable({ brand, releases, from, to, onPair }: Props) {
  return (
    <Box sx={{ overflowX: 'auto', overflowY: 'hidden' }} tabIndex={0} role="group" aria-label="Table of releases">
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>From</TableCell>
            <TableCell>To</TableCell>
            <TableCell>Made</TableCell>
            <TableCell align="right" sx={WIDE}>
              Pages
            </TableCell>
            <TableCell align="right" sx={WIDE}>
              Size
            </TableCell>
            <TableCell>State</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {releases.map(({ release, live, created, pages, bytes: size }) => (
            <TableRow key={release} hover selected={live}>
              <TableCell padding="checkbox">
                <Choice
                  label={`Compare from ${moment(created)}`}
                  isOn={release === from}
                  onChoose={() => onPair({ from: release, to })}
                />
              </TableCell>
              <TableCell padding="checkbox">
                <Choice
                  label={`Compare to ${moment(created)}`}
                  isOn={release === to}
                  onChoose={() => onPair({ from, to: release })}
                />
              </TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{moment(created)}</TableCell>
              <TableCell align="right" sx={WIDE}>
                {number(pages)}
              </TableCell>
              <TableCell align="right" sx={WIDE}>
                {bytes(size)}
              </TableCell>
              <TableCell>
                {live ? <StatusChip value="live" /> : <RollBackButton brand={brand} release={release} made={created} />}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function Choice({ label, isOn, onChoose }: { label: string; isOn: boolean; onChoose: () => void }) {
  return <Radio size="small" checked={isOn} onChange={onChoose} slotProps={{ input: { 'aria-label': label } }} />;
}

function RollBackButton({ brand, release, made }: { brand: string; release: string; made: string }) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const notify = useNotify();
  const queries = useQueryClient();
  const act = async () => {
    setBusy(true);
    try {
      await rollBack(brand, release);
      notify('It is live', { type: 'success' });
    } catch (caught) {
      notify(caught instanceof Error ? caught.message : 'Nothing was changed', { type: 'error' });
    } finally {
      setBusy(false);
      setOpen(false);
      await queries.invalidateQueries({ queryKey: ['releases', brand] });
    }
  };
  return (
    <CanAccess resource="releases" action="rollback">
      <Button label="Go back to it" onClick={() => setOpen(true)}>
        <RestoreIcon />
      </Button>
      <Confirm
        isOpen={isOpen}
        loading={isBusy}
        title={`Go back to ${moment(made)}?`}
        content="Its pages are live at once. The store is not changed: the next night publishes what it holds."
        confirm="Go back"
        onConfirm={act}
        onClose={() => setOpen(false)}
      />
    </CanAccess>
  );
}
