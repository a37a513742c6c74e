import { join } from 'node:path';
import { brandById, readBrands } from '#src/brand/registry.ts';
import { getConfig } from '#src/config/config.ts';
import { addAll, METRICS, percentile, sizeOf, type Vitals } from '#src/contract/reports/vitals.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { readVitals } from '#src/serve/index.ts';
import { firstDay } from './days-back.ts';

interface VitalsArguments {
  readonly brand: string | undefined;
  readonly days: string;
  readonly json: boolean;
}

/** The 75th percentile of a metric for one kind of page, in milliseconds, or as a score for layout shift (CLS). */
interface VitalsRow {
  /** A day in UTC, or `all` for all days together. */
  readonly day: string;
  readonly kind: string;
  readonly metric: string;
  readonly p75: number;
  /** Number of measured page loads. */
  readonly loads: number;
}

const PART = 0.75;

/**
 * Formats the Web Vitals that visitors' browsers measured on a brand's pages.
 * @returns the text to print
 */
export async function vitalsOf({ brand: id, days, json }: VitalsArguments): Promise<string> {
  if (id === undefined) throw new ConfigError('--brand ID is missing. Give the id of a brand.');
  const from = firstDay(days);
  const config = getConfig(process.env);
  const { state } = config;
  const brand = brandById(await readBrands(config), id);
  const byDay = await readVitals(join(state, brand.id), from);
  const all: Vitals = {};
  for (const vitals of byDay.values()) addAll(all, vitals);
  const rows = [...Array.from(byDay, ([day, vitals]) => rowsOf(day, vitals)).flat(), ...rowsOf('all', all)];
  return json ? `${JSON.stringify(rows)}\n` : textOf(rows, brand.vitals);
}

const rowsOf = (day: string, vitals: Vitals): VitalsRow[] =>
  Object.keys(vitals)
    .toSorted()
    .flatMap((kind) =>
      METRICS.flatMap((metric) => {
        const histogram = vitals[kind]?.[metric];
        if (!histogram) return [];
        const p75 = percentile(metric, histogram, PART);
        return [{ day, kind, metric, p75: Number(p75.toPrecision(3)), loads: sizeOf(histogram) }];
      }),
    );

function textOf(rows: readonly VitalsRow[], share = 0): string {
  if (rows.length === 0)
    return share > 0
      ? 'No measurements yet.\n'
      : 'Measurement is off. Set a share of page loads in brand.ts, such as vitals: 0.05 (docs/use/measurement.md).\n';
  const lines = rows.map(({ day, kind, metric, p75, loads }) =>
    [day.padEnd(10), kind.padEnd(14), metric.padEnd(4), String(p75).padStart(8), String(loads).padStart(8)].join('  '),
  );
  return `day         kind            metric     p75     loads\n${lines.join('\n')}\n`;
}
