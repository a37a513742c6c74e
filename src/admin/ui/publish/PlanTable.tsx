import ExpandIcon from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
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

interface PlanTableProps {
  readonly plan: readonly BrandPlan[];
  /** Ids of the brands to publish. */
  readonly chosen: readonly string[];
  readonly onChoose: (brands: readonly string[]) => void;
}

/** The pages that publishing would change, by brand, with a checkbox for each brand. */
export function PlanTable({ plan, chosen, onChoose }: PlanTableProps) {
  const brands = useBrands();
  const changedBrands = plan.filter((brandPlan) => pagesIn(brandPlan) > 0);
  if (changedBrands.length === 0) return <Alert severity="info">Nothing to publish. All pages are up to date.</Alert>;
  const ids = changedBrands.map(({ brand }) => brand);
  const toggle = (brand: string, isOn: boolean) =>
    onChoose(ids.filter((id) => (id === brand ? isOn : chosen.includes(id))));
  return (
    <>
      {ids.length > 1 && (
        <FormControlLabel
          label={`All ${ids.length} brands with changes`}
          control={
            <Checkbox
              checked={chosen.length === ids.length}
              indeterminate={chosen.length > 0 && chosen.length < ids.length}
              onChange={(_, isOn) => onChoose(isOn ? ids : [])}
            />
          }
        />
      )}
      {changedBrands.map((brandPlan) => {
        const name = brands.find(({ id }) => id === brandPlan.brand)?.name ?? brandPlan.brand;
        return (
          <Box key={brandPlan.brand} sx={{ display: 'flex', alignItems: 'flex-start' }}>
            <Checkbox
              checked={chosen.includes(brandPlan.brand)}
              onChange={(_, isOn) => toggle(brandPlan.brand, isOn)}
              slotProps={{ input: { 'aria-label': `Publish ${name}` } }}
              sx={{ ml: -1.25, mt: 0.5 }}
            />
            <BrandPages name={name} plan={brandPlan} />
          </Box>
        );
      })}
    </>
  );
}

function BrandPages({ name, plan }: { name: string; plan: BrandPlan }) {
  return (
    <Accordion
      disableGutters
      variant="outlined"
      slotProps={{ transition: { unmountOnExit: true } }}
      sx={{ flex: 1, minWidth: 0 }}
    >
      <AccordionSummary expandIcon={<ExpandIcon />}>
        <Typography component="span" sx={{ fontWeight: 600, flex: 1 }}>
          {name}
        </Typography>
        <Typography component="span" color="textSecondary" sx={{ mr: 1 }}>
          {countsOf(plan)}
        </Typography>
      </AccordionSummary>
      <AccordionDetails>
        {KINDS.map(({ kind, sign, label }) => (
          <Paths key={kind} sign={sign} label={label} paths={plan[kind]} count={plan.counts[kind]} />
        ))}
      </AccordionDetails>
    </Accordion>
  );
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
