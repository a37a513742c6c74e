import * as v from 'valibot';
import { addAll, METRICS, type Vitals } from '#src/contract/reports/vitals.ts';
import { readDays } from './day-files.ts';

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const Stored = v.record(v.string(), v.record(v.picklist(METRICS), v.record(v.pipe(v.string(), v.digits()), Count)));

/** Returns the counts for each day since `from`, summed over all processes. Skips damaged files. */
export async function readVitals(brandFolder: string, from: string): Promise<Map<string, Vitals>> {
  const days = new Map<string, Vitals>();
  for await (const [day, counts] of readDays(brandFolder, 'vitals', from)) {
    const sum = days.get(day) ?? {};
    days.set(day, sum);
    const { success, output } = v.safeParse(Stored, counts);
    if (success) addAll(sum, output);
  }
  return days;
}
