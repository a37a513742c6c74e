import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { CartesianGrid, Legend, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';

/** Colours of the lines. They differ in lightness too, for people with red-green colour blindness. */
const COLOURS = { light: ['#2c617f', '#c0694a'], dark: ['#8cc0de', '#e5b95c'] };

interface LinesChartProps<R extends object> {
  readonly rows: readonly R[];
  readonly x: keyof R & string;
  readonly lines: readonly (readonly [key: keyof R & string, label: string])[];
  /** Describes the chart. A table beside it has the values. */
  readonly label: string;
  readonly tick?: (value: string | number) => string;
}

/** A chart with one line for each count. */
export function LinesChart<R extends object>({ rows, x, lines, label, tick }: LinesChartProps<R>) {
  const { palette } = useTheme();
  const axis = { stroke: palette.text.secondary, fontSize: 12, tickLine: false };
  return (
    <Box role="img" aria-label={label} sx={{ width: '100%', height: 260, px: 1 }}>
      <ResponsiveContainer width="100%" height="100%">
        <LineChart data={[...rows]} margin={{ top: 8, right: 16, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke={palette.divider} />
          <XAxis dataKey={(row: R) => row[x]} minTickGap={24} {...axis} {...(tick && { tickFormatter: tick })} />
          <YAxis width={48} axisLine={false} allowDecimals={false} {...axis} />
          <Tooltip
            isAnimationActive={false}
            itemStyle={{ color: palette.text.primary }}
            contentStyle={{ background: palette.background.paper, borderColor: palette.divider }}
          />
          <Legend itemSorter={null} />
          {lines.map(([key, name], at) => (
            <Line
              key={key}
              dataKey={(row: R) => row[key]}
              name={name}
              stroke={COLOURS[palette.mode][at % 2] ?? ''}
              strokeWidth={2}
              dot={false}
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
    </Box>
  );
}
