import ExpandIcon from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { BrandPlan } from '../../contract/publish.ts';
import { useBrands } from '../ui/brands.tsx';
import { number } from '../ui/format.ts';
import { pagesIn } from './publish-run.ts';

const KINDS = [
  { kind: 'added', sign: '+', label: 'added' },
  { kind: 'changed', sign: '~', label: 'changed' },
  { kind: 'removed', sign: '−', label: 'removed' },
] as const;

/** The pages that publishing would change, by brand. */
export function PlanTable({ plan }: { plan: readonly BrandPlan[] }) {
  const brands = useBrands();
  const changedBrands = plan.filter((brandPlan) => pagesIn(brandPlan) > 0);
  if (changedBrands.length === 0) return <Alert severity="info">Nothing to publish. All pages are up to date.</Alert>;
  return changedBrands.map((brandPlan) => (
    <Accordion
      key={brandPlan.brand}
      disableGutters
      variant="outlined"
      slotProps={{ transition: { unmountOnExit: true } }}
    >
      <AccordionSummary expandIcon={<ExpandIcon />}>
        <Typography component="span" sx={{ fontWeight: 600, flex: 1 }}>
          {brands.find(({ id }) => id === brandPlan.brand)?.name ?? brandPlan.brand}
        </Typography>
        <Typography component="span" color="textSecondary" sx={{ mr: 1 }}>
          {countsOf(brandPlan)}
        </Typography>
      </AccordionSummary>
      <AccordionDetails>
        {KINDS.map(({ kind, sign, label }) => (
          <Paths key={kind} sign={sign} label={label} paths={brandPlan[kind]} count={brandPlan.counts[kind]} />
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
