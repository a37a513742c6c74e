import ExpandIcon from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useBrands } from '../ui/brands.tsx';
import { number } from '../ui/format.ts';
import { type BrandPlan, pagesIn } from './publish-run.ts';

const KINDS = [
  { kind: 'added', sign: '+', label: 'new' },
  { kind: 'changed', sign: '~', label: 'changed' },
  { kind: 'removed', sign: '−', label: 'removed' },
] as const;

/** The pages that will change, by brand. */
export function PlanTable({ plan }: { plan: readonly BrandPlan[] }) {
  const brands = useBrands();
  const changed = plan.filter((one) => pagesIn(one) > 0);
  if (changed.length === 0)
    return <Alert severity="info">Nothing has changed: what is live is what the store holds.</Alert>;
  return changed.map((one) => (
    <Accordion key={one.brand} disableGutters variant="outlined" slotProps={{ transition: { unmountOnExit: true } }}>
      <AccordionSummary expandIcon={<ExpandIcon />}>
        <Typography component="span" sx={{ fontWeight: 600, flex: 1 }}>
          {brands.find(({ id }) => id === one.brand)?.name ?? one.brand}
        </Typography>
        <Typography component="span" color="textSecondary" sx={{ mr: 1 }}>
          {countsOf(one)}
        </Typography>
      </AccordionSummary>
      <AccordionDetails>
        {KINDS.map(({ kind, sign, label }) => (
          <Paths key={kind} sign={sign} label={label} paths={one[kind]} count={one.counts[kind]} />
        ))}
      </AccordionDetails>
    </Accordion>
  ));
}

const countsOf = ({ counts }: BrandPlan) =>
  KINDS.filter(({ kind }) => counts[kind] > 0)
    .map(({ kind, label }) => `${number(counts[kind])} ${label}`)
    .join(', ');

interface PathsProps {
  readonly sign: string;
  readonly label: string;
  readonly paths: readonly string[];
  readonly count: number;
}

function Paths({ sign, label, paths, count }: PathsProps) {
  if (paths.length === 0) return null;
  const style = { listStyle: 'none', m: 0, p: 0, fontSize: 13, overflowWrap: 'anywhere' };
  return (
    <Box component="ul" aria-label={label} sx={style}>
      {paths.map((path) => (
        <li key={path}>
          {sign} {decodeURI(path)}
        </li>
      ))}
      {count > paths.length && <li>and {number(count - paths.length)} more</li>}
    </Box>
  );
}
