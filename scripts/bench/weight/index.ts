import { join } from 'node:path';
import { LecternError } from '#src/lib/errors.ts';
import { compress } from '#src/serve/http/representation.ts';
import { launchChromium } from '../../testing/chromium.ts';
import { logStep } from '../rebuild/measure.ts';
import { differenceOf, visibleContent } from '../rebuild/same-page.ts';
import { inWorkspace, type Workspace } from '../rebuild/workspace.ts';
import { type Bench, type BenchRow, lessIsBetter, machine, rowWithoutPeer } from '../report.ts';
import { startSite } from '../serve/site.ts';
import { findPages, readPage } from '../site-pages.ts';
import { compressionRows } from './compression.ts';
import { buildNextApp } from './next-app.ts';
import { buildNuxtApp } from './nuxt-app.ts';
import { type PeerPage, peerPage } from './peer-page.ts';
import { servePeer } from './peer-server.ts';
import { type Weight, weigh } from './wire.ts';

const BOOKS = 120;
/** The brand that `startSite` builds. */
const BRAND = 'local';
const KINDS = ['home', 'listing', 'novel', 'chapter'] as const;
type Kind = (typeof KINDS)[number];

const PEERS: Readonly<Record<string, (workspace: Workspace, pages: readonly PeerPage[]) => Promise<string>>> = {
  'Next.js': buildNextApp,
  Nuxt: buildNuxtApp,
};

/** Maximum sizes in bytes, not counting the text of a chapter. */
const MAX_BYTES = {
  html: { home: 14_000, listing: 14_000, novel: 14_000, chapter: 20_000 },
  css: 8_000,
  javascript: { home: 3_000, listing: 3_000, novel: 3_000, chapter: 12_000 },
  fonts: 30_000,
  listing: 90_000,
} as const;
const MAX_SCRIPTS = 2;
const MAX_REQUESTS = 12;
/** Minimum factors by which our listing page must be smaller than that of Next.js. */
const MIN_RATIOS = { html: 2, javascript: 10 } as const;

/**
 * Measures what a first visit loads before any interaction, and compares it with the same pages built with Next.js and
 * Nuxt, and with maximum sizes.
 */
export async function benchWeight(): Promise<Bench> {
  return inWorkspace(async (workspace) => {
    const site = await startSite(join(workspace.folder, 'state'), BOOKS);
    const browser = await launchChromium();
    try {
      const paths = await findPages(site.origin);
      const pages = await Promise.all(
        KINDS.map(async (kind) => peerPage(kind, await readPage(site.origin + paths[kind]))),
      );
      const ours = new Map<Kind, Weight>();
      for (const kind of KINDS) ours.set(kind, await weigh(browser, site.origin + paths[kind]));
      const rows = await Promise.all(
        [...ours].map(async ([kind, weight]) => ofBudgets(kind, weight, await textBytes(kind, pages))),
      );
      for (const [name, build] of Object.entries(PEERS)) {
        logStep(`building the pages by ${name}`);
        const peer = await servePeer(await build(workspace, pages), site.origin);
        try {
          for (const [index, kind] of KINDS.entries()) {
            await assertSame(name, `${peer.origin}/${kind}`, pages[index]);
            const weight = ours.get(kind);
            if (weight)
              rows[index]?.push(...comparisonRows(name, kind, weight, await weigh(browser, `${peer.origin}/${kind}`)));
          }
        } finally {
          peer.close();
        }
      }
      const compression = await compressionRows(join(workspace.folder, 'state', BRAND));
      return { name: 'weight', machine: machine(), rows: [...rows.flat(), ...compression] };
    } finally {
      await browser.close();
      await site.close();
    }
  });
}

/** Compressed size of a chapter's text in bytes; 0 for other pages. */
async function textBytes(kind: Kind, pages: readonly PeerPage[]): Promise<number> {
  const page = pages.find((one) => one.kind === kind);
  if (kind !== 'chapter' || !page) return 0;
  return (await compress(Buffer.from(visibleContent(page.html).text), 'br')).length;
}

function ofBudgets(kind: Kind, weight: Weight, text: number): BenchRow[] {
  const { html, css, javascript, scripts, fonts, all, requests } = weight;
  return [
    rowWithoutPeer(`${kind}: HTML`, html, 'bytes', MAX_BYTES.html[kind] + text),
    rowWithoutPeer(`${kind}: CSS`, css, 'bytes', MAX_BYTES.css),
    rowWithoutPeer(`${kind}: JavaScript`, javascript, 'bytes', MAX_BYTES.javascript[kind]),
    rowWithoutPeer(`${kind}: scripts`, scripts, '', kind === 'chapter' ? undefined : MAX_SCRIPTS),
    rowWithoutPeer(`${kind}: fonts`, fonts, 'bytes', MAX_BYTES.fonts),
    rowWithoutPeer(`${kind}: all`, all, 'bytes', kind === 'listing' ? MAX_BYTES.listing : undefined),
    rowWithoutPeer(`${kind}: requests`, requests, '', kind === 'listing' ? MAX_REQUESTS : undefined),
  ];
}

function comparisonRows(name: string, kind: Kind, ours: Weight, peer: Weight): BenchRow[] {
  const minRatios = name === 'Next.js' && kind === 'listing' ? MIN_RATIOS : undefined;
  return [
    lessIsBetter(`${kind}/${name}: HTML`, ours.html, peer.html, 'bytes', minRatios?.html),
    lessIsBetter(`${kind}/${name}: JavaScript`, ours.javascript, peer.javascript, 'bytes', minRatios?.javascript),
    lessIsBetter(`${kind}/${name}: all`, ours.all, peer.all, 'bytes'),
    lessIsBetter(`${kind}/${name}: requests`, ours.requests, peer.requests, ''),
  ];
}

/**
 * @throws LecternError BENCH if the peer's page has different links or text, because sizes could then not be compared
 */
async function assertSame(name: string, address: string, page: PeerPage | undefined): Promise<void> {
  if (!page) return;
  const ours = visibleContent(page.html);
  const theirs = visibleContent(await readPage(address));
  const difference = differenceOf(ours, { ...theirs, bytes: ours.bytes });
  if (difference !== undefined)
    throw new LecternError('BENCH', `The ${page.kind} page by ${name} differs: ${difference}.`);
}
