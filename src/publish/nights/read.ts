import { openToRead } from './database.ts';
import { isAlive } from './process-mark.ts';
import { GOOD, type Mode, type Night, type Outcome, WHOLE } from './types.ts';

interface Selection {
  /** A brand's id; all brands by default. */
  readonly brand?: string | undefined;
  /** Maximum number of runs to return. */
  readonly last: number;
  /** Returns only runs in these modes. */
  readonly modes?: readonly Mode[];
}

/** Reads the recorded runs, newest first. A run is `lost` if its process ended without recording a result. */
export function readNights(state: string, { brand, last, modes }: Selection): Night[] {
  const sql = openToRead(state);
  if (!sql) return [];
  try {
    return sql.all<Row>(SELECT, brand ?? null, JSON.stringify(modes ?? null), last).map(nightOf);
  } finally {
    sql.close();
  }
}

/** The last runs of each brand for the whole site. */
export interface LastNights {
  readonly last: readonly Night[];
  /** Each brand's last run that published or found nothing to publish. */
  readonly good: readonly Night[];
}

/** Does not wait for another process that is writing, because a server must not block. */
export function lastNights(state: string): LastNights {
  const sql = openToRead(state, 0);
  if (!sql) return { last: [], good: [] };
  try {
    const whole = JSON.stringify(WHOLE);
    const lastWith = (outcomes: readonly Outcome[]) => sql.all<Row>(LAST, whole, JSON.stringify(outcomes)).map(nightOf);
    return { last: lastWith([]), good: lastWith(GOOD) };
  } finally {
    sql.close();
  }
}

const LAST = `SELECT * FROM nights WHERE id IN (
  SELECT max(id) FROM nights WHERE mode IN (SELECT value FROM json_each(?1))
    AND (?2 = '[]' OR outcome IN (SELECT value FROM json_each(?2))) GROUP BY brand) ORDER BY brand`;

const SELECT = `SELECT * FROM nights WHERE brand = coalesce(?1, brand)
  AND (?2 = 'null' OR mode IN (SELECT value FROM json_each(?2))) ORDER BY id DESC LIMIT ?3`;

type Row = {
  id: number;
  brand: string;
  mode: string;
  process: string;
  started: string;
  ended: string | null;
  outcome: string | null;
  exit_code: number | null;
  release: string | null;
  seconds: string | null;
  pages: string | null;
  kinds: string | null;
  bytes: number | null;
  calls: number | null;
  retries: number | null;
  errors: number | null;
  reasons: string | null;
};

function nightOf(row: Row): Night {
  const { id, brand, started, ended, release, bytes } = row;
  return {
    id,
    brand,
    mode: row.mode as Mode,
    started,
    ended,
    outcome: (row.outcome as Outcome | null) ?? (isAlive(row.process) ? 'running' : 'lost'),
    exitCode: row.exit_code,
    release,
    pages: parsed<Night['pages']>(row.pages, null),
    kinds: parsed<Night['kinds']>(row.kinds, {}),
    bytes,
    upstream: { calls: row.calls ?? 0, retries: row.retries ?? 0, errors: row.errors ?? 0 },
    seconds: parsed<Night['seconds']>(row.seconds, {}),
    reasons: parsed<Night['reasons']>(row.reasons, []),
  };
}

const parsed = <T>(text: string | null, absent: T): T => (text === null ? absent : JSON.parse(text));
