/**
 * Measures the processor time that `work` takes in this thread, in ms. It does not depend on other load on the machine.
 */
export function processorTime(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
