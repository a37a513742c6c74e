/** Processor time of this thread that `work` takes, in ms: what else runs on the machine does not count. */
export function processorTime(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
