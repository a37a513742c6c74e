import { ConfigError } from '#src/lib/errors.ts';
import type { ChangedSinceRun, NightRun, PublishingRun, RequestedRun } from '#src/publish/rebuild/index.ts';
import { normalisePath } from '#src/routes/parse.ts';

export const SWITCHES = {
  brand: { type: 'string' },
  full: { type: 'boolean', default: false },
  pages: { type: 'string', multiple: true },
  'changed-since': { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  explain: { type: 'string' },
  accept: { type: 'string' },
  queue: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

/** The command-line switches of `npm run rebuild`. */
export interface RebuildSwitches {
  readonly full?: boolean | undefined;
  readonly pages?: readonly string[] | undefined;
  readonly 'changed-since'?: string | undefined;
  readonly 'dry-run'?: boolean | undefined;
  readonly explain?: string | undefined;
  readonly accept?: string | undefined;
  readonly queue?: boolean | undefined;
}

/** A requested run, either on this machine or by workers. */
export type RebuildCommand =
  | { readonly runs: 'here'; readonly options: RequestedRun }
  | { readonly runs: 'in-queue'; readonly options: PublishingRun };

type Name = keyof RebuildSwitches;

/** Sets of switches that may be used together. Two switches that are in no common row cannot be combined. */
const COMBINATIONS: readonly (readonly Name[])[] = [
  ['full', 'accept', 'queue'],
  ['changed-since', 'accept', 'queue'],
  ['pages', 'accept', 'queue'],
  ['full', 'accept', 'dry-run', 'explain'],
  ['changed-since', 'accept', 'dry-run', 'explain'],
  ['pages', 'accept', 'dry-run'],
];

/** Converts the switches to a requested run. @throws ConfigError that names the invalid switch */
export function parseRebuild(switches: RebuildSwitches): RebuildCommand {
  requireCombination(switches);
  const { full, pages, accept, 'dry-run': dryRun, explain, queue, 'changed-since': cursor } = switches;
  if (accept?.trim() === '') throw new ConfigError('--accept needs a reason.');
  const whole: NightRun | ChangedSinceRun =
    cursor === undefined ? { mode: 'night', full, accept } : { mode: 'changed-since', cursor, accept };
  const publishing: PublishingRun = pages ? { mode: 'correction', pages, accept } : whole;
  if (queue) return { runs: 'in-queue', options: publishing };
  const here = (options: RequestedRun): RebuildCommand => ({ runs: 'here', options });
  if (explain !== undefined) return here({ mode: 'explain', path: pathOf(explain), of: whole });
  return here(dryRun ? { mode: 'dry-run', of: publishing } : publishing);
}

function requireCombination(switches: RebuildSwitches): void {
  const names = [...new Set(COMBINATIONS.flat())];
  const usedNames = names.filter((name) => switches[name] !== undefined && switches[name] !== false);
  for (const [index, name] of usedNames.entries()) {
    const other = usedNames
      .slice(index + 1)
      .find((next) => !COMBINATIONS.some((row) => row.includes(name) && row.includes(next)));
    if (other) throw new ConfigError(`--${name} and --${other} cannot be combined.`);
  }
}

/**
 * Converts a path or URL to the canonical path of a page.
 */
function pathOf(text: string): string {
  const path = URL.canParse(text) ? new URL(text).pathname : text.split(/[?#]/)[0];
  const canonical = path?.startsWith('/') ? normalisePath(path) : undefined;
  if (canonical !== undefined) return canonical;
  throw new ConfigError(`--explain ${text}: give the path of a page, such as /genres/12/Romance.`);
}
