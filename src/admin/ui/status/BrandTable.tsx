import PlayIcon from '@mui/icons-material/PlayArrow';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MuiLink from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { CanAccess, Link } from 'react-admin';
import type { BrandStatus } from '../../contract/status.ts';
import { ago, bytes, duration, moment, number } from '../ui/format.ts';
import { StatusChip } from '../ui/StatusChip.tsx';

/** Style of columns that are hidden on phones and tablets. */
const WIDE = { display: { xs: 'none', md: 'table-cell' } };

/** Style of texts for screen readers only. In `sx`, a width of 1 would mean 100 %, which made the table scroll sideways. */
const HIDDEN = { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' };

interface Props {
  readonly brands: readonly BrandStatus[];
  readonly onStart: (brand: string) => void;
}

/** The live release and the last run of each brand. */
export function BrandTable({ brands, onStart }: Props) {
  return (
    <Box
      sx={{ overflowX: 'auto', overflowY: 'hidden', position: 'relative' }}
      tabIndex={0}
      role="group"
      aria-label="Table of brands"
    >
      <Table size="small" sx={{ '& td, & th': { px: { xs: 1, sm: 2 } } }}>
        <TableHead>
          <TableRow>
            <TableCell>Brand</TableCell>
            <TableCell>Live since</TableCell>
            <TableCell align="right" sx={WIDE}>
              Pages
            </TableCell>
            <TableCell align="right" sx={WIDE}>
              Size
            </TableCell>
            <TableCell>Last run</TableCell>
            <TableCell align="right" sx={WIDE}>
              Duration
            </TableCell>
            <TableCell align="right">
              <Box component="span" sx={HIDDEN}>
                Actions
              </Box>
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {brands.map((status) => (
            <BrandRow key={status.brand} status={status} onStart={onStart} />
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function BrandRow({
  status: { brand, name, host, live, last },
  onStart,
}: {
  status: BrandStatus;
  onStart: Props['onStart'];
}) {
  return (
    <TableRow hover>
      <TableCell component="th" scope="row">
        <MuiLink component={Link} to={`/releases/${brand}`} sx={{ fontWeight: 600 }}>
          {name}
        </MuiLink>
        <Typography
          variant="caption"
          color="textSecondary"
          component="div"
          sx={{ display: { xs: 'none', sm: 'block' } }}
        >
          {host}
        </Typography>
      </TableCell>
      <TableCell>
        {live ? (
          <Tooltip title={moment(live.created)}>
            <span>{ago(live.created)}</span>
          </Tooltip>
        ) : (
          'not live'
        )}
      </TableCell>
      <TableCell align="right" sx={WIDE}>
        {live ? number(live.pages) : '–'}
      </TableCell>
      <TableCell align="right" sx={WIDE}>
        {live ? bytes(live.bytes) : '–'}
      </TableCell>
      <TableCell>
        {last ? (
          <Tooltip title={last.reasons.join(' ') || moment(last.started)}>
            <span>
              <StatusChip value={last.outcome} />{' '}
              <Typography variant="caption" color="textSecondary">
                {ago(last.started)}
              </Typography>
            </span>
          </Tooltip>
        ) : (
          'never'
        )}
      </TableCell>
      <TableCell align="right" sx={WIDE}>
        {last?.seconds['total'] === undefined ? '–' : duration(last.seconds['total'])}
      </TableCell>
      <TableCell align="right">
        <CanAccess resource="publish" action="start">
          <Tooltip title="Rebuild now">
            <IconButton size="small" aria-label={`Rebuild ${name} now`} onClick={() => onStart(brand)}>
              <PlayIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        </CanAccess>
      </TableCell>
    </TableRow>
  );
}
