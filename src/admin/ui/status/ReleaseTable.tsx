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
import type { ListedRelease } from '../../contract/status.ts';
import { bytes, moment, number } from '../ui/format.ts';
import { StatusChip } from '../ui/StatusChip.tsx';
import { rollBack } from './releases-data.ts';

/** Style of columns that are hidden on phones. */
const WIDE = { display: { xs: 'none', sm: 'table-cell' } };

interface Pair {
  readonly from: string;
  readonly to: string;
}

interface Props extends Pair {
  readonly brand: string;
  readonly releases: readonly ListedRelease[];
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
            <TableCell>Created</TableCell>
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
                {live ? (
                  <StatusChip value="live" />
                ) : (
                  <RollBackButton brand={brand} release={release} created={created} />
                )}
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

function RollBackButton({ brand, release, created }: { brand: string; release: string; created: string }) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const notify = useNotify();
  const queries = useQueryClient();
  const act = async () => {
    setBusy(true);
    try {
      await rollBack(brand, release);
      notify('Rolled back', { type: 'success' });
    } catch (caught) {
      notify(caught instanceof Error ? caught.message : 'The rollback failed', { type: 'error' });
    } finally {
      setBusy(false);
      setOpen(false);
      await queries.invalidateQueries({ queryKey: ['releases', brand] });
    }
  };
  return (
    <CanAccess resource="releases" action="rollback">
      <Button label="Roll back" onClick={() => setOpen(true)}>
        <RestoreIcon />
      </Button>
      <Confirm
        isOpen={isOpen}
        loading={isBusy}
        title={`Roll back to ${moment(created)}?`}
        content="This release goes live immediately. The content itself does not change, so the next rebuild publishes it again."
        confirm="Roll back"
        onConfirm={act}
        onClose={() => setOpen(false)}
      />
    </CanAccess>
  );
}
