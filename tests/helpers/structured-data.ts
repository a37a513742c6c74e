import { parseHTML } from 'linkedom';
import { flat } from './page-text.ts';

/** A page with its structured data. */
export interface StructuredPage {
  readonly document: Document;
  /** Items of structured data by `@type`. */
  readonly data: ReadonlyMap<string, Structured>;
  /** The breadcrumb that visitors see: the names of all steps, and the paths of all steps but the last. */
  readonly breadcrumb: readonly { readonly name: string; readonly href: string | null }[];
}

// biome-ignore lint/suspicious/noExplicitAny: each test names the fields that it reads.
type Structured = any;

export function readStructuredData(html: string): StructuredPage {
  const { document } = parseHTML(html);
  const scripts = Array.from(document.querySelectorAll('script[type="application/ld+json"]'));
  const data = scripts.map((script): Structured => JSON.parse(script.textContent ?? ''));
  const steps = Array.from(document.querySelectorAll('.breadcrumb li'), (step) => ({
    name: flat(step.textContent ?? ''),
    href: step.querySelector('a')?.getAttribute('href') ?? null,
  }));
  return { document, data: new Map(data.map((item) => [item['@type'], item])), breadcrumb: steps };
}

export const texts = (document: Document, selector: string): string[] =>
  Array.from(document.querySelectorAll(selector), (element) => flat(element.textContent ?? ''));
