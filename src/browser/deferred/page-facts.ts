import type { CallContext } from '#src/api-client/types.ts';

/** What a page tells its deferred module, in the meta element `lectern`. */
export interface PageFacts {
  /** Base path of the brand's API calls. */
  readonly prefix: string;
  /** What calls send of the page's locale. */
  readonly locale: CallContext['locale'];
  /** Parts of domain names with the measurement id of each (product 1). */
  readonly measure: readonly (readonly [domainPart: string, measurementId: string])[];
  /** The brand counts nobody who has not agreed. */
  readonly consent: boolean;
  /** Share of all loads that are measured (docs/use/measurement.md); none where it is missing. */
  readonly vitals?: number;
}

/** The facts of this page; undefined where they are missing. */
export function pageFacts(): PageFacts | undefined {
  const text = document.querySelector<HTMLMetaElement>('meta[name="lectern"]')?.content;
  return text ? JSON.parse(text) : undefined;
}
