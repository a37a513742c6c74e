/** One mistake of a brand. */
export interface BrandProblem {
  /** Absolute path of the file it stands in. */
  readonly file: string;
  /** Line of that file, from 1; undefined where the file as a whole is meant. */
  readonly line?: number | undefined;
  /** What is wrong, and how to mend it. */
  readonly message: string;
}

/** What a check of one file found, before the file has a name. */
export type Finding = Omit<BrandProblem, 'file'>;

/** `file:line: message`, the form that editors jump to. */
export const problemText = ({ file, line, message }: BrandProblem) =>
  `${file}${line === undefined ? '' : `:${line}`}: ${message}`;

/** The line, from 1, of an offset in a text. */
export const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length;
