/** A part of the core whose tests are tried. Globs are from the project's root. */
export interface MutatedFolder {
  readonly name: string;
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

const unit = (...names: readonly string[]) => names.map((name) => `tests/unit/${name}/**/*.test.{ts,tsx}`);

/** What reads the upstream; the rest of the snapshot is what is stored. */
const SYNC = [
  'src/snapshot/{adaptive-limiter,banner-targets,change-feed,changed-books,dropped-items,errors,paged-read,retry,sync}.ts',
  'src/snapshot/{pull-*,upstream-*}.ts',
];

/** Each fits into half an hour of two cores. Types, tables of names and re-exports are left out: they have no behaviour. */
export const FOLDERS: readonly MutatedFolder[] = [
  { name: 'routes', mutate: ['src/routes/**/*.ts'], tests: unit('routes') },
  { name: 'contract', mutate: ['src/contract/*.ts', 'src/contract/entities/**/*.ts'], tests: unit('contract') },
  { name: 'lib', mutate: ['src/lib/**/*.ts', '!src/lib/*-icons.ts', '!src/lib/icons.ts'], tests: unit('lib') },
  { name: 'sync', mutate: SYNC, tests: unit('snapshot') },
  { name: 'snapshot', mutate: ['src/snapshot/**/*.ts', ...SYNC.map((glob) => `!${glob}`)], tests: unit('snapshot') },
  { name: 'release', mutate: ['src/release/**/*.ts'], tests: unit('release') },
  { name: 'publish-guard', mutate: ['src/rebuild/publish-guard/**/*.ts'], tests: unit('rebuild/publish-guard') },
  {
    name: 'rebuild',
    mutate: [
      'src/rebuild/{internal-links,page-selection,plan,plan-summary,render-decision,report,shared-resources,validate-page}.ts',
    ],
    tests: unit('rebuild'),
  },
  {
    name: 'server',
    mutate: [
      'src/server/{blocked-pages,brand-queue,canonical,decide-response,dictionaries,language,lru,own-site,render-cache,representation,response-cache,stillness}.ts',
    ],
    tests: unit('server'),
  },
  {
    name: 'stores',
    mutate: ['src/stores/{library,sync,merge}*.ts', 'src/contract/library-merge.ts'],
    tests: unit('stores', 'contract'),
  },
  { name: 'access', mutate: ['src/admin/access/**/*.ts'], tests: unit('admin/access') },
  { name: 'visitors', mutate: ['src/api/store/visitors/**/*.ts'], tests: unit('api/store/visitors') },
  { name: 'limits', mutate: ['src/api/visitors/rate-limits.ts'], tests: unit('api/visitors') },
];
