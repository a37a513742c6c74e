import { join } from 'node:path';
import { LecternError } from '#src/lib/errors.ts';
import { openSql } from '#src/lib/sqlite.ts';
import type { RenderJob } from './plan.ts';
import { jobsOf } from './plan-database.ts';

/**
 * Path of a brand's stored plan. It is kept on this machine while other machines render its pages, and reopened by the
 * merge.
 */
export const keptPlanFile = (brandFolder: string) => join(brandFolder, 'plan.db');

/** Yields the pages that a stored plan renders, in rendering order. */
export function* readPlannedJobs(brandFolder: string): Iterable<RenderJob> {
  const sql = openSql(keptPlanFile(brandFolder), { readOnly: true });
  try {
    yield* jobsOf(sql);
  } finally {
    sql.close();
  }
}

type Line = readonly [site: number, view: number, version: string, undecided: 0 | 1, ref: RenderJob['ref']];

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isLine(line: unknown): line is Line {
  if (!Array.isArray(line) || line.length !== 5) return false;
  const [site, view, version, undecided, ref]: unknown[] = line;
  const isIndex = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
  const hasPath = typeof ref === 'object' && ref !== null && 'path' in ref && typeof ref.path === 'string';
  return (
    isIndex(site) && isIndex(view) && typeof version === 'string' && (undecided === 0 || undecided === 1) && hasPath
  );
}

/** Formats a job as a line of text, to be sent to another machine. */
export const jobLine = ({ siteIndex, viewIndex, version, isUndecided, ref }: RenderJob): string =>
  `${JSON.stringify([siteIndex, viewIndex, version, isUndecided ? 1 : 0, ref] satisfies Line)}\n`;

/** @throws LecternError if the text is not a valid list of jobs */
export function* parseJobs(text: string): Iterable<RenderJob> {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const line: unknown = end < at ? undefined : parsed(text.slice(at, end));
    if (!isLine(line))
      throw new LecternError('DAMAGED', 'The jobs of a shard are damaged. The night plans them again.');
    const [siteIndex, viewIndex, version, undecided, ref] = line;
    yield { siteIndex, viewIndex, version, isUndecided: undecided === 1, ref };
    at = end + 1;
  }
}
