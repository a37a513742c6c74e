import { join } from 'node:path';
import { ConfigError } from '#src/lib/errors.ts';
import { launchChromium } from '../../testing/chromium.ts';
import { logStep, median } from '../rebuild/measure.ts';
import { inWorkspace } from '../rebuild/workspace.ts';
import { type Bench, type BenchOptions, type BenchRow, machine, rowWithoutPeer } from '../report.ts';
import { startSite } from '../serve/site.ts';
import { findPages } from '../site-pages.ts';
import { CONTROLS, type Control, MAX_CODE, TAPPED_PAGES, type TappedPage, VISITS } from './controls.ts';
import { type Response, SLOW, tapOn, visit } from './measure.ts';
import { STORED } from './stored.ts';

const BOOKS = 120;
/** Goals for the first visible response, and for the full response within a page. */
const MAX_MS = { first: 100, full: 1500 } as const;
const BYTES_PER_KB = 1024;

/**
 * Uses every control of the reader and of the main pages once, as on a first visit with a slow network and processor,
 * and measures the responses and the code that they load.
 */
export async function benchTaps(rounds: number, _files: readonly string[], options: BenchOptions): Promise<Bench> {
  const pages = pagesOf(options.only);
  return inWorkspace(async (workspace) => {
    await using ending = new AsyncDisposableStack();
    const site = await startSite(join(workspace.folder, 'state'), BOOKS);
    ending.defer(site.close);
    const browser = await launchChromium();
    ending.defer(() => browser.close());
    const addresses = { ...(await findPages(site.origin)), ...VISITORS_PAGES };
    const addressOf = (page: TappedPage) => site.origin + addresses[page];
    const repeat = async (measure: () => Promise<Response>) => {
      const responses: Response[] = [];
      for (let round = 0; round < rounds; round += 1) responses.push(await measure());
      return responses;
    };
    const rows: BenchRow[] = [];
    for (const one of VISITS.filter(({ page }) => pages.includes(page))) {
      logStep(`${one.page}: list`);
      const responses = await repeat(() => visit(browser, addressOf(one.page), one, STORED[one.page] ?? {}));
      rows.push(...rowsOf(`${one.page}: list`, MAX_CODE, responses));
    }
    for (const control of CONTROLS.filter(({ page }) => pages.includes(page))) {
      const name = `${control.page}: ${control.what}`;
      logStep(name);
      const responses = await repeat(() =>
        tapOn(browser, addressOf(control.page), control, STORED[control.page] ?? {}),
      );
      rows.push(...rowsOf(name, control.code, responses));
    }
    return { name: `taps, ${describeSlow()}`, machine: machine(), rows };
  });
}

const VISITORS_PAGES = { search: '/search', history: '/history', notebook: '/notebook', account: '/myinfo' } as const;

const describeSlow = () =>
  `${SLOW.roundTripMs} ms round trip, ${(SLOW.bytesPerSecond * 8) / 1000} kbit/s, processor ${SLOW.processor} x slower`;

function pagesOf(only: string | undefined): readonly TappedPage[] {
  if (only === undefined) return TAPPED_PAGES;
  const named = TAPPED_PAGES.filter((page) => page === only);
  if (named.length > 0) return named;
  throw new ConfigError(`--only is ${only}. Choose one of: ${TAPPED_PAGES.join(', ')}.`);
}

/**
 * Formats the medians of the responses to a control.
 * @param code the goal for the code that the control loads
 */
export function rowsOf(name: string, code: Control['code'], responses: readonly Response[]): BenchRow[] {
  const firsts = responses.flatMap(({ first }) => first ?? []);
  const of = (pick: (response: Response) => number) => median(responses.map(pick));
  const kilobytes = of(({ bytes }) => bytes) / BYTES_PER_KB;
  const full = of((response) => response.full);
  if (responses.some(({ leaves }) => leaves)) return [rowWithoutPeer(`${name}, next page painted`, full, 'ms')];
  return [
    ...(firsts.length > 0 ? [rowWithoutPeer(`${name}, first response`, median(firsts), 'ms', MAX_MS.first)] : []),
    rowWithoutPeer(`${name}, full response`, full, 'ms', MAX_MS.full),
    rowWithoutPeer(`${name}, code`, kilobytes, 'KB', code?.kilobytes),
    rowWithoutPeer(
      `${name}, files`,
      of(({ files }) => files),
      '',
      code?.files,
    ),
  ];
}
