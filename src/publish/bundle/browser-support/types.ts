/** A use of a feature that at least one minimum browser lacks. */
export interface UnsupportedUse {
  /** The name in MDN's data, such as `javascript.builtins.Promise.withResolvers`. */
  readonly feature: string;
  readonly lackedBy: readonly string[];
  readonly line: number;
  readonly column: number;
  /** The selector that contains the feature, if it is a selector feature. */
  readonly selector?: string;
  /** Supported selectors in the same list, which the browser drops together with the unsupported one. */
  readonly drops?: readonly string[];
}
