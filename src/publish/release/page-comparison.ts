import { join } from 'node:path';
import { openFinishedSql, type Sql, type SqlRow } from '#src/lib/sqlite.ts';
import type { PageFacts } from './manifest.ts';
import type { Release } from './release.ts';

/** A page that a release added or changed, with the live page at the same path. */
export interface ChangedPage {
  readonly path: string;
  readonly section: string;
  readonly bytes: number;
  readonly noindex: number;
  readonly canonical: number;
  readonly otherBrand: number;
  /** The live page; undefined if the live release has no page at this path or did not record the page's facts. */
  readonly live: LivePage | undefined;
}

/** What a changed page is compared with: its version in the live release. */
export interface LivePage extends Pick<PageFacts, 'noindex' | 'canonical'> {
  readonly bytes: number;
  readonly hasSameTitle: boolean;
}

type ChangedRow = Omit<ChangedPage, 'live'> & {
  liveBytes: number | null;
  hasSameTitle: number | null;
  liveNoindex: number | null;
  liveCanonical: number | null;
};

const COLUMNS = 'n.path, n.section, n.bytes, n.noindex, n.canonical, n.otherBrand';

const BESIDE_LIVE = `SELECT ${COLUMNS}, o.bytes AS liveBytes, o.title = n.title AS hasSameTitle,
  o.noindex AS liveNoindex, o.canonical AS liveCanonical
  FROM pages n LEFT JOIN live.pages o ON o.path = n.path WHERE n.modified = ? ORDER BY n.path`;

const ALONE = `SELECT ${COLUMNS}, NULL AS liveBytes, NULL AS hasSameTitle, NULL AS liveNoindex, NULL AS liveCanonical
  FROM pages n WHERE n.modified = ? ORDER BY n.path`;

/**
 * Reads the pages that a sealed release adds or changes compared with the live one, ordered by path. Pages with the
 * same bytes are omitted, because their facts are the same too. An outdated live release is treated as missing.
 */
export function* readChangedPages(release: Release, live: Release | undefined): Iterable<ChangedPage> {
  const comparable = live?.isOutdated ? undefined : live;
  const sql = openManifest(release);
  try {
    if (comparable) sql.run('ATTACH ? AS live', join(comparable.folder, 'manifest.db'));
    for (const row of sql.each<ChangedRow & SqlRow>(comparable ? BESIDE_LIVE : ALONE, release.info.created)) {
      const { liveBytes, hasSameTitle, liveNoindex, liveCanonical, ...page } = row;
      const before = { noindex: liveNoindex ?? 0, canonical: liveCanonical ?? 0, hasSameTitle: hasSameTitle === 1 };
      yield { ...page, live: liveBytes === null ? undefined : { bytes: liveBytes, ...before } };
    }
  } finally {
    sql.close();
  }
}

/** Counts distinct titles by section. Sorts all titles, so use it only for releases that render every page. */
export function countTitles(release: Release): Readonly<Record<string, number>> {
  const sql = openManifest(release);
  try {
    const rows = sql.all<{ section: string; titles: number }>(
      'SELECT section, count(DISTINCT title) AS titles FROM pages GROUP BY section',
    );
    return Object.fromEntries(rows.map(({ section, titles }) => [section, titles]));
  } finally {
    sql.close();
  }
}

const openManifest = ({ folder }: Release): Sql => openFinishedSql(join(folder, 'manifest.db'));
