import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { launchChromium } from '../../../../scripts/testing/chromium.ts';
import type { Finding } from '../types.ts';

const PHONE = { width: 390, height: 844 };
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

export interface AccessibilityOptions {
  /** URL of the running site. */
  readonly url: string;
  readonly origin: string;
  /** Paths of the pages to check. */
  readonly paths: readonly string[];
}

/** Runs axe with the rules for WCAG 2.2 AA on some pages, at phone width. */
export async function checkAccessibility({ url, origin, paths }: AccessibilityOptions): Promise<Finding[]> {
  const { hostname } = new URL(origin);
  const { port, hostname: address, protocol } = new URL(url);
  const browser = await launchChromium(`--host-resolver-rules=MAP ${hostname} ${address}`);
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

/** The global defined by the axe script. */
declare const axe: {
  run(context: Document, options: RunOptions): Promise<AxeResults>;
};

async function ofPage(browser: Browser, address: string, url: string): Promise<Finding[]> {
  // Bypasses the content security policy, because Trusted Types would block the axe script.
  const context = await browser.newContext({ viewport: PHONE, bypassCSP: true, reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    await page.goto(address, { waitUntil: 'load' });
    await page.addScriptTag({ content: AXE() });
    const violations = await page.evaluate(async (values) => {
      // Simulates the state after a visitor starts to scroll. Before that, content far below has an estimated height
      // and may overlap other content.
      document.documentElement.toggleAttribute('data-whole', true);
      const results = await axe.run(document, { runOnly: { type: 'tag', values }, resultTypes: ['violations'] });
      return results.violations.map(({ id, help, nodes }) => ({
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
