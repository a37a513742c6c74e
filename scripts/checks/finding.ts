/** A problem reported by a check. */
export interface Finding {
  /** Path relative to the project's root. */
  readonly file: string;
  /** Line number, starting at 1. */
  readonly line: number;
  readonly rule: string;
  /** What to do about the problem. */
  readonly remedy: string;
}

export function formatFinding({ file, line, rule, remedy }: Finding): string {
  return `${file}:${line}: ${rule}\n    ${remedy}\n`;
}
