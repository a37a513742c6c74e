import type { CallContext } from '#src/contract/client/types.ts';

/** Data that a page passes to its deferred module, in the meta element `lectern`. */
export interface PageFacts {
  /** Base path of the brand's API calls. */
  readonly prefix: string;
  /** The locale parameters of calls. */
  readonly locale: CallContext['locale'];
  /** Analytics measurement ids by part of the domain name (docs/product.md, section 1). */
  readonly measure: readonly (readonly [domainPart: string, measurementId: string])[];
  /** The same ids on chapter pages of brands with statistics. There, count-reads.ts counts views, and `measure` is empty. */
  readonly reads?: PageFacts['measure'];
  /** Whether the brand requires consent before page views are counted. */
  readonly consent: boolean;
  /** Share of page loads whose speed is measured, 0 to 1 (docs/use/measurement.md); 0 if missing. */
  readonly vitals?: number;
}

/** The facts of this page; undefined if the page has no such meta element. */
export function pageFacts(): PageFacts | undefined {
  const text = document.querySelector<HTMLMetaElement>('meta[name="lectern"]')?.content;
  return text ? JSON.parse(text) : undefined;
}
