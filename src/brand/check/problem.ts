/** A problem with a brand. */
export interface BrandProblem {
  /** Absolute path of the file. */
  readonly file: string;
  /** Line in the file, starting at 1; undefined if the problem concerns the whole file. */
  readonly line?: number | undefined;
  /** What is wrong and how to fix it. */
  readonly message: string;
}

/** A problem to which the file's path has not been added yet. */
export type Finding = Omit<BrandProblem, 'file'>;

/** Formats a problem as `file:line: message`, which editors can open. */
export const problemText = ({ file, line, message }: BrandProblem) =>
  `${file}${line === undefined ? '' : `:${line}`}: ${message}`;

/** The line number, starting at 1, of an offset in a text. */
export const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length;
