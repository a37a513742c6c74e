import { describe, expect, it } from 'vitest';
import { numberIn, ticksIn, treeOf, usageOfTree } from '../../../../../scripts/bench/rebuild/process-tree.ts';

const STATUS = 'Name:\tnode\nPid:\t42\nPPid:\t7\nVmHWM:\t  9000 kB\nVmRSS:\t  1234 kB\n';

describe('the functions that read process files in /proc', () => {
  it('return the numbers in fields', () => {
    expect(numberIn(STATUS, 'PPid')).toBe(7);
    expect(numberIn(STATUS, 'Pid')).toBe(42);
    expect(numberIn(STATUS, 'VmRSS')).toBe(1234);
  });

  it('return nothing for a process that has ended', () => {
    expect(numberIn('', 'VmRSS')).toBeUndefined();
    expect(ticksIn('')).toBe(0);
  });

  it("add user and system time, including the time of ended children, whatever the program's name", () => {
    const stat = '42 (a (b) c) S 7 42 42 0 -1 4194560 1 2 3 4 100 20 3 4 20 0 11 0 555 1 2';
    expect(ticksIn(stat)).toBe(127);
  });
});

describe('treeOf', () => {
  it('returns all descendants of a process and no other processes, in whatever order processes are listed', () => {
    const parents = new Map([
      [5, 4],
      [4, 2],
      [2, 1],
      [3, 1],
      [9, 8],
    ]);
    expect(treeOf(2, parents).sort()).toEqual([2, 4, 5]);
    expect(treeOf(9, parents)).toEqual([9]);
  });
});

describe('usageOfTree', () => {
  it('returns the memory and processor time of the current process', async () => {
    const usage = await usageOfTree(process.pid);
    expect(usage.memoryMiB).toBeGreaterThan(10);
    expect(usage.cpuSeconds).toBeGreaterThan(0);
  });
});
