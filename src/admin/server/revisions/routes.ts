import type { Answer, ListAnswer } from '#src/admin/contract/answers.ts';
import type { FullVersion, ListedVersion, Version } from '#src/admin/contract/revisions.ts';
import { countRevisions, type Revision, revisionById, revisionsOf } from '#src/api/store/reads/revisions.ts';
import type { RevisedKind, RevisionStates } from '#src/api/store/revision-states.ts';
import { stableJson } from '#src/lib/stable-json.ts';
import { orNotFound } from '../http/error.ts';
import type { AdminAnswer, AdminRequest, Route } from '../http/route.ts';
import { listQuery } from '../records/list-query.ts';
import { countChangedWords } from './count-changed-words.ts';
import { CURRENT, REVISED_BOOK, REVISED_CHAPTER, REVISED_SETTINGS, type Revised } from './kinds.ts';

const routesOf = <K extends RevisedKind>(revised: Revised<K>): Route[] => {
  const list = `/${revised.resource}/:id/revisions`;
  const single = `${list}/:revision`;
  return [
    { method: 'GET', path: list, act: 'revisions.read', run: (request) => answerList(revised, request) },
    { method: 'GET', path: single, act: 'revisions.read', run: (request) => answerOne(revised, request) },
    {
      method: 'POST',
      path: `${single}/restore`,
      act: 'revisions.restore',
      run: (request) => restore(revised, request),
    },
  ];
};

/** Versions of books and chapters: the current one, and former ones to compare and restore. */
export const REVISION_ROUTES: readonly Route[] = [
  ...routesOf(REVISED_BOOK),
  ...routesOf(REVISED_CHAPTER),
  ...routesOf(REVISED_SETTINGS),
];

interface StatedVersion<K extends RevisedKind> extends Version {
  readonly state: RevisionStates[K];
}

/** The number of the record that a request is about; -1 if there can be none. */
const recordOf = async <K extends RevisedKind>({ numberOf: find }: Revised<K>, { params, admin }: AdminRequest) =>
  find ? find(admin, params['id'] ?? '') : numberOf(params['id']);

const numberOf = (text = ''): number => (/^\d{1,15}$/.test(text) ? Number(text) : -1);

const toVersion = <K extends RevisedKind>({
  id,
  savedAt,
  savedBy,
  savedHow,
  state,
}: Revision<K>): StatedVersion<K> => ({
  id,
  saved_at: savedAt,
  saved_by: savedBy,
  saved_how: savedHow,
  state,
});

/** Reads the current version. @throws AdminError not_found */
async function currentVersion<K extends RevisedKind>(
  revised: Revised<K>,
  request: AdminRequest,
): Promise<StatedVersion<K>> {
  const { kind, label } = revised;
  const { admin } = request;
  const id = await recordOf(revised, request);
  const state = orNotFound(await revised.current(admin, id), label);
  const [last] = await revisionsOf(admin.store.catalogue, kind, id, { offset: 0, limit: 1 });
  return {
    id: CURRENT,
    saved_at: last?.replacedAt ?? (await revised.updatedAt(admin, id)),
    saved_by: last?.replacedBy ?? '',
    saved_how: last?.replacedHow ?? '',
    state,
  };
}

/** Reads a version. @throws AdminError not_found */
async function versionOf<K extends RevisedKind>(revised: Revised<K>, request: AdminRequest): Promise<StatedVersion<K>> {
  const current = await currentVersion(revised, request);
  const { params, admin } = request;
  const revision = numberOf(params['revision']);
  if (revision === CURRENT) return current;
  const stored = await revisionById(admin.store.catalogue, revised.kind, await recordOf(revised, request), revision);
  return toVersion(orNotFound(stored, 'version'));
}

/** Lists the versions of a record, latest first. */
async function answerList<K extends RevisedKind>(revised: Revised<K>, request: AdminRequest): Promise<AdminAnswer> {
  const { admin, query } = request;
  const { catalogue } = admin.store;
  const { offset, limit } = listQuery(query);
  const id = await recordOf(revised, request);
  const current = await currentVersion(revised, request);
  // One more than the page shows, because each version is compared with its previous one.
  const place = offset === 0 ? { offset: 0, limit } : { offset: offset - 1, limit: limit + 1 };
  const former = (await revisionsOf(catalogue, revised.kind, id, place)).map(toVersion);
  const versions = offset === 0 ? [current, ...former] : former;
  const inTerms = await inCurrentTerms(revised, admin, versions);
  const data = inTerms.slice(0, limit).map((version, at) => listed(revised, version, inTerms[at + 1]));
  const total = (await countRevisions(catalogue, revised.kind, id)) + 1;
  return { body: { data, total } satisfies ListAnswer<ListedVersion> };
}

async function inCurrentTerms<K extends RevisedKind>(
  revised: Revised<K>,
  admin: AdminRequest['admin'],
  versions: readonly StatedVersion<K>[],
): Promise<StatedVersion<K>[]> {
  const states = versions.map(({ state }) => state);
  const current = (await revised.inCurrentTerms?.(admin, states)) ?? states;
  return versions.map((version, at) => ({ ...version, state: current[at] ?? version.state }));
}

function listed<K extends RevisedKind>(
  { fieldsOf, textOf, isOwnChange }: Revised<K>,
  { state, ...version }: StatedVersion<K>,
  previous: StatedVersion<K> | undefined,
): ListedVersion {
  const before = previous && fieldsOf(previous.state);
  const { words, added, removed } = countChangedWords(previous && textOf(previous.state), textOf(state));
  const changed = Object.entries(fieldsOf(state)).flatMap(([name, value]) =>
    before &&
    stableJson(before[name] ?? null) !== stableJson(value ?? null) &&
    (isOwnChange?.(name, previous.state) ?? true)
      ? [name]
      : [],
  );
  return { ...version, changed: before ? changed : null, words, words_added: added, words_removed: removed };
}

async function answerOne<K extends RevisedKind>(revised: Revised<K>, request: AdminRequest): Promise<AdminAnswer> {
  const [version] = await inCurrentTerms(revised, request.admin, [await versionOf(revised, request)]);
  const { state, ...stored } = orNotFound(version, 'version');
  return { body: { data: { ...stored, fields: revised.fieldsOf(state) } } satisfies Answer<FullVersion> };
}

/** Saves a former version as the current one. */
async function restore<K extends RevisedKind>(revised: Revised<K>, request: AdminRequest): Promise<AdminAnswer> {
  const { id: revision, state } = await versionOf(revised, request);
  await revised.restore(await recordOf(revised, request), state, request, revision);
  const { state: restored, ...version } = await currentVersion(revised, request);
  return { body: { data: { ...version, fields: revised.fieldsOf(restored) } } satisfies Answer<FullVersion> };
}
