/** What a command said: JSON where it succeeded, else its error. */
export interface CommandOutput {
  readonly ok: boolean;
  readonly output: string;
}

export type RunReleases = (args: readonly string[]) => Promise<CommandOutput>;
