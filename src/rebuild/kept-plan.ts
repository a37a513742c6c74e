import { join } from 'node:path';
import { openSql } from '#src/lib/sqlite.ts';
import type { RenderJob } from './plan.ts';
import { jobsOf } from './plan-database.ts';

/** Where a plan waits while its pages are rendered elsewhere, for the merge of the same machine. */
export const keptPlanFile = (brandFolder: string) => join(brandFolder, 'plan.db');

/** The pages that a kept plan renders, in the order of rendering. */
export function* readPlannedJobs(brandFolder: string): Iterable<RenderJob> {
  const sql = openSql(keptPlanFile(brandFolder), { readOnly: true });
  try {
    yield* jobsOf(sql);
  } finally {
    sql.close();
  }
}

type Line = readonly [site: number, view: number, version: string, undecided: 0 | 1, ref: RenderJob['ref']];

/** A job as a line of text, for another machine. */
export const jobLine = ({ siteIndex, viewIndex, version, isUndecided, ref }: RenderJob): string =>
  `${JSON.stringify([siteIndex, viewIndex, version, isUndecided ? 1 : 0, ref] satisfies Line)}\n`;

export function* parseJobs(text: string): Iterable<RenderJob> {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const [siteIndex, viewIndex, version, undecided, ref] = JSON.parse(text.slice(at, end)) as Line;
    yield { siteIndex, viewIndex, version, isUndecided: undecided === 1, ref };
    at = end + 1;
  }
}
