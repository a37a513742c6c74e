import type { BrandPlan, PathChanges, PublishEnd, PublishProgress } from '#src/admin/contract/publish.ts';
import type { TakedownEnd } from '#src/admin/contract/takedowns.ts';

/** Input and result of each job that runs in a separate process. */
export interface JobTypes {
  readonly plan: { readonly input: readonly string[]; readonly result: readonly BrandPlan[] };
  readonly publish: { readonly input: string; readonly result: PublishEnd };
  readonly compareReleases: {
    readonly input: { readonly brand: string; readonly from: string; readonly to: string };
    readonly result: PathChanges;
  };
  readonly takeDown: { readonly input: number; readonly result: TakedownEnd };
  readonly rollBack: { readonly input: { readonly brand: string; readonly release: string }; readonly result: null };
}

export type JobName = keyof JobTypes;
export type JobInput<N extends JobName> = JobTypes[N]['input'];
export type JobResult<N extends JobName> = JobTypes[N]['result'];

/** The only message that the parent sends to the job's process. */
export interface JobRequest<N extends JobName = JobName> {
  readonly job: N;
  readonly input: JobInput<N>;
}

/** Messages that the job's process sends to its parent: progress, and at the end the result or a failure. */
export type JobMessage<N extends JobName = JobName> =
  | { readonly type: 'progress'; readonly progress: PublishProgress }
  | { readonly type: 'result'; readonly result: JobResult<N> }
  | { readonly type: 'failure'; readonly failure: JobFailure };

/** An error of the job. Its stack is in the log. */
export interface JobFailure {
  readonly code: string;
  readonly message: string;
  readonly exitCode: number;
}

export type Job<N extends JobName> = (
  input: JobInput<N>,
  onProgress: (progress: PublishProgress) => void,
) => Promise<JobResult<N>>;
export type Jobs = { readonly [N in JobName]: Job<N> };
