import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { addFirstOwner, inviteToAdmin } from '#src/admin/server/index.ts';
import { type ImportReport, importFiles } from '#src/api/import/index.ts';
import { createWriter, type Store } from '#src/api/index.ts';
import { writeBrand } from '#src/brand/create/write.ts';
import { readBrands } from '#src/brand/registry.ts';
import type { Config } from '#src/config/config.ts';
import { ownBrandsFolder } from '#src/config/own-brands.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { makeFolder } from '#src/lib/files.ts';
import { createLog } from '#src/lib/log.ts';
import { systemUser } from '#src/lib/system-user.ts';
import { openDatabaseOf } from '#src/operate/backup/index.ts';
import { adminMail } from '../admin/admin-mail.ts';
import { brandIds, withRedirects } from '../content/import-redirects.ts';
import { removeAnswers, type SetupAnswers, writeAnswers } from './answers.ts';
import type { BrandDraft } from './site-draft.ts';
import { openSiteStore, type SiteState } from './site-state.ts';

/** The steps that are still missing. Each step is complete or not begun, so they can be repeated in this order. */
export interface SitePlan {
  readonly answers: SetupAnswers;
  /** Password of the first account; undefined if it chooses one through an invitation. */
  readonly password: string | undefined;
  /** Undefined if the site has a brand. */
  readonly brand: BrandDraft | undefined;
  /** Whether the store is moved aside, because it contains demo books. */
  readonly movesStore: boolean;
}

export interface CreatedSite {
  /** Folder of the brand that was written. */
  readonly brandFolder: string | undefined;
  /** Folder that the former store was moved to. */
  readonly aside: string | undefined;
  readonly books: readonly ImportReport[];
  readonly account: { readonly email: string; readonly link?: string } | undefined;
}

interface SiteProgress {
  onBook?(report: ImportReport): void;
  onShare?(file: string, share: number): void;
}

/**
 * Creates what a site is missing: brand, books and first account. An interruption loses no step that was completed, and
 * the next setup continues with the others.
 * @throws ConfigError if a running process uses the store that would be moved
 */
export async function createSite(config: Config, plan: SitePlan, progress: SiteProgress = {}): Promise<CreatedSite> {
  const { answers, brand } = plan;
  makeFolder(config.state);
  await writeAnswers(config.state, answers);
  const aside = plan.movesStore ? await moveStore(config.state) : undefined;
  const folder = ownBrandsFolder(config.state);
  if (brand) {
    makeFolder(folder);
    await writeBrand(folder, brand.wish.id, brand.files);
  }
  const own: Config = { ...config, brands: folder, isOwnSite: true };
  const store = await openSiteStore(own);
  try {
    const books = answers.books ? await importBooks(own, store, answers, progress) : [];
    const account = answers.email ? await addAccount(own, store, answers.email, plan.password) : undefined;
    await removeAnswers(config.state);
    return { brandFolder: brand && join(folder, brand.wish.id), aside, books, account };
  } finally {
    await store.close();
  }
}

/** Moves the store aside. Nothing in it is deleted. */
async function moveStore(state: string): Promise<string | undefined> {
  const folder = join(state, 'api');
  if (!existsSync(folder)) return undefined;
  const open = openDatabaseOf(state);
  if (open !== undefined)
    throw new ConfigError(`A process has ${open} open. Stop npm start and the API, and run this again.`);
  const aside = join(state, `api.before-setup-${new Date().toISOString().replaceAll(/[-:.]/g, '')}`);
  await rename(folder, aside);
  return aside;
}

async function importBooks(
  config: Config,
  store: Store,
  { books = '', as }: SetupAnswers,
  { onBook, onShare }: SiteProgress,
): Promise<ImportReport[]> {
  const reports: ImportReport[] = [];
  const places = { store, state: config.state, brands: () => brandIds(config) };
  const options = {
    writer: createWriter(store, { command: 'setup' }),
    store,
    as,
    now: () => new Date(),
    ...(onShare && { onProgress: onShare }),
  };
  for await (const report of importFiles([books], options)) {
    const complete = await withRedirects(report, places);
    reports.push(complete);
    onBook?.(complete);
  }
  return reports;
}

/** @throws ConfigError if the address cannot be used */
async function addAccount(
  config: Config,
  store: Store,
  email: string,
  password: string | undefined,
): Promise<CreatedSite['account']> {
  const { served: brands } = await readBrands(config);
  const [first] = brands;
  const accounts = first?.accounts ?? first?.id ?? '';
  const by = systemUser();
  if (password !== undefined) {
    const id = await addFirstOwner(store, { accounts, email, password, by }, new Date());
    const writer = createWriter(store, { command: 'setup' });
    const after = { id, name: email, fields: { role: 'owner' } };
    await writer.transaction(() => writer.note({ kind: 'staff', after }));
    return { email };
  }
  const mail = adminMail(config, createLog('warn'));
  const origin = config.admin.origin ?? `http://localhost:${config.admin.port}`;
  try {
    const { link } = await inviteToAdmin(store.visitors, {
      email,
      role: 'owner',
      accounts: undefined,
      by,
      brands,
      mail,
      catalogue: store.catalogue,
      origin,
    });
    return { email, link };
  } finally {
    await mail.mailer.close();
  }
}

/** Whether the store must be moved aside before the site gets its own books. */
export const needsEmptyStore = ({ demoBooks }: SiteState): boolean => demoBooks > 0;
