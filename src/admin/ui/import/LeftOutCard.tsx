import ExpandIcon from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { LeftOut } from '../../contract/imports.ts';
import { number } from '../ui/format.ts';

/** Lists the content of the file that the book will not contain, with reasons. */
export function LeftOutCard({ leftOut }: { leftOut: readonly LeftOut[] }) {
  if (leftOut.length === 0) return null;
  return (
    <Accordion
      disableGutters
      variant="outlined"
      slotProps={{ heading: { component: 'h3' } }}
      sx={{ borderRadius: 1, '&::before': { display: 'none' } }}
    >
      <AccordionSummary expandIcon={<ExpandIcon />}>
        <Typography component="span" variant="h6" sx={{ mr: 2 }}>
          Left out of the book
        </Typography>
        <Typography component="span" color="textSecondary" sx={{ alignSelf: 'center' }}>
          {number(leftOut.length)}
        </Typography>
      </AccordionSummary>
      <AccordionDetails>
        <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
          {leftOut.map(({ what, count, sample }) => (
            <li key={`${what} ${sample}`}>
              {what} ({number(count)})
              {sample !== '' && (
                <Typography variant="body2" color="textSecondary">
                  {sample}
                </Typography>
              )}
            </li>
          ))}
        </Box>
      </AccordionDetails>
    </Accordion>
  );
}
