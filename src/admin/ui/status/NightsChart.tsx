import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { ShownNight } from '../../contract/status.ts';
import { counted, duration } from '../ui/format.ts';
import { type Day, nightsByDay, stagesOf } from './nights-by-day.ts';

/** Colours of the stages. They are distinguishable with red-green colour blindness. */
const COLOURS = {
  light: ['#2c617f', '#e0a030', '#5b9f6d', '#a5517d', '#7a8b99', '#3d9ab3', '#c0694a', '#8a79c2'],
  dark: ['#8cc0de', '#e5b95c', '#86d5a0', '#d58fb3', '#93a4b1', '#5fc2d8', '#e0946f', '#b5a6ea'],
};

const DAY_LABEL = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const dayLabel = (day: string) => DAY_LABEL.format(new Date(day));

/** Time spent in each stage, by day, over the last 30 days. */
export function NightsChart({ nights }: { nights: readonly ShownNight[] }) {
  const { palette } = useTheme();
  const days = nightsByDay(nights, new Date());
  const stages = stagesOf(days);
  const colours = COLOURS[palette.mode];
  return (
    <Box role="img" aria-label={summaryOf(days)} sx={{ width: '100%', height: 280 }}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={days} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke={palette.divider} />
          <XAxis
            dataKey="day"
            tickFormatter={dayLabel}
            tickLine={false}
            stroke={palette.text.secondary}
            fontSize={12}
            minTickGap={16}
          />
          <YAxis
            tickFormatter={(value: number) => `${value} s`}
            tickLine={false}
            axisLine={false}
            width={56}
            stroke={palette.text.secondary}
            fontSize={12}
          />
          <Tooltip content={<DayTooltip />} cursor={{ fill: palette.action.hover }} isAnimationActive={false} />
          <Legend
            itemSorter={null}
            formatter={(stage: string) => (
              <Typography component="span" variant="body2" color="textPrimary">
                {stage}
              </Typography>
            )}
          />
          {stages.map((stage, at) => (
            <Bar
              key={stage}
              name={stage}
              dataKey={({ seconds }: Day) => seconds[stage] ?? 0}
              stackId="night"
              fill={colours[at % colours.length] ?? ''}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </Box>
  );
}

function summaryOf(days: readonly Day[]): string {
  const runs = days.reduce((sum, day) => sum + day.runs, 0);
  const failed = days.reduce((sum, day) => sum + day.failed, 0);
  return `Seconds by stage: ${counted(runs, 'run')} in ${days.length} days, ${failed} failed.`;
}

interface TooltipProps {
  readonly active?: boolean;
  readonly payload?: readonly { readonly payload: Day }[];
}

function DayTooltip({ active, payload }: TooltipProps) {
  const day = payload?.[0]?.payload;
  if (active !== true || !day) return null;
  return (
    <Box sx={{ bgcolor: 'background.paper', border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5 }}>
      <Typography variant="subtitle2" component="p">
        {day.day}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {day.runs === 0 ? 'No runs' : `${counted(day.runs, 'run')}${day.failed > 0 ? `, ${day.failed} failed` : ''}`}
      </Typography>
      {Object.entries(day.seconds).map(([stage, seconds]) => (
        <Typography key={stage} variant="body2">
          {stage}: {duration(seconds)}
        </Typography>
      ))}
    </Box>
  );
}
