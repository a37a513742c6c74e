/** A part of the code and its tests. Globs are relative to the project's root. */
export interface MutatedFolder {
  readonly name: string;
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

const unit = (...names: readonly string[]) => names.map((name) => `tests/unit/${name}/**/*.test.{ts,tsx}`);

/** Modules that read the upstream. The other modules of the snapshot store data. */
const SYNC = [
  'src/publish/snapshot/{adaptive-limiter,banner-targets,change-feed,changed-books,dropped-items,errors,paged-read,retry,sync}.ts',
  'src/publish/snapshot/{pull-*,upstream-*}.ts',
];

/**
 * The folders that can be mutated. Each takes at most half an hour on two cores. Types, tables of names and re-exports
 * are excluded, because they have no behaviour.
 */
export const FOLDERS: readonly MutatedFolder[] = [
  { name: 'routes', mutate: ['src/routes/**/*.ts'], tests: unit('routes') },
  { name: 'contract', mutate: ['src/contract/*.ts', 'src/contract/entities/**/*.ts'], tests: unit('contract') },
  { name: 'lib', mutate: ['src/lib/**/*.ts', '!src/lib/*-icons.ts', '!src/shell/ui/icons.ts'], tests: unit('lib') },
  { name: 'sync', mutate: SYNC, tests: unit('publish/snapshot') },
  {
    name: 'snapshot',
    mutate: ['src/publish/snapshot/**/*.ts', ...SYNC.map((glob) => `!${glob}`)],
    tests: unit('publish/snapshot'),
  },
  { name: 'release', mutate: ['src/publish/release/**/*.ts'], tests: unit('publish/release') },
  {
    name: 'publish-guard',
    mutate: ['src/publish/verify/publish-guard/**/*.ts'],
    tests: unit('publish/verify/publish-guard'),
  },
  {
    name: 'rebuild',
    mutate: [
      'src/publish/{plan/{page-selection,plan,plan-summary,render-decision},render/{shared-resources,validate-page},verify/internal-links,rebuild/report}.ts',
    ],
    tests: unit('publish'),
  },
  {
    name: 'serve',
    mutate: [
      'src/serve/{decide/{canonical,decide-response,language},files/{dictionaries,response-cache},http/{lru,own-site,representation},render/{blocked-pages,brand-queue,event-loop-stall,render-cache}}.ts',
    ],
    tests: unit('serve'),
  },
  {
    name: 'library',
    mutate: ['src/features/library/state/{library,sync,merge}*.ts', 'src/contract/library-merge.ts'],
    tests: unit('features/library/state', 'contract'),
  },
  { name: 'access', mutate: ['src/admin/server/access/**/*.ts'], tests: unit('admin/server/access') },
  { name: 'visitors', mutate: ['src/api/store/visitors/**/*.ts'], tests: unit('api/store/visitors') },
  { name: 'limits', mutate: ['src/api/visitors/rate-limits.ts'], tests: unit('api/visitors') },
];
