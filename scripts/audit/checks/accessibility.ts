import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { ensureChromium } from '../../testing/chromium.ts';
import type { Finding } from '../types.ts';

/** The same as the browser tests: containers run as root, and nothing but the site is asked. */
const ARGUMENTS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update'];
const PHONE = { width: 390, height: 844 };
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

export interface AccessibilityOptions {
  /** Where the site listens. */
  readonly url: string;
  readonly origin: string;
  /** Paths of the pages. */
  readonly paths: readonly string[];
}

/** What axe finds on some pages by the rules of WCAG 2.2 AA, at the width of a phone. */
export async function checkAccessibility({ url, origin, paths }: AccessibilityOptions): Promise<Finding[]> {
  const { hostname } = new URL(origin);
  const { port, hostname: address, protocol } = new URL(url);
  const args = [...ARGUMENTS, `--host-resolver-rules=MAP ${hostname} ${address}`];
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args });
  try {
    const at = `${protocol}//${hostname}${port === '' ? '' : `:${port}`}`;
    const findings: Finding[] = [];
    for (const path of paths) findings.push(...(await ofPage(browser, at + path, origin + path)));
    return findings;
  } finally {
    await browser.close();
  }
}

const AXE = () => readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(context: Document, options: RunOptions): Promise<AxeResults>;
}

async function ofPage(browser: Browser, address: string, url: string): Promise<Finding[]> {
  // Trusted Types would refuse the text of axe.
  const context = await browser.newContext({ viewport: PHONE, bypassCSP: true, reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    await page.goto(address, { waitUntil: 'load' });
    await page.addScriptTag({ content: AXE() });
    const violations = await page.evaluate(async (values) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      // As when a visitor begins to scroll: until then what is far below has an estimated height, and lies over what follows.
      document.documentElement.toggleAttribute('data-whole', true);
      const found = await axe.run(document, { runOnly: { type: 'tag', values }, resultTypes: ['violations'] });
      return found.violations.map(({ id, help, nodes }) => ({
        id,
        help,
        at: String(nodes[0]?.target),
        nodes: nodes.length,
      }));
    }, TAGS);
    return violations.map(({ id, help, at, nodes }) => ({
      kind: 'accessibility',
      url,
      message: `${id}: ${help} (${at}${nodes > 1 ? `, ${nodes} times` : ''})`,
    }));
  } finally {
    await context.close();
  }
}
