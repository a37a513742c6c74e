import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inWorkspace, type Workspace } from '../../../../../scripts/bench/rebuild/workspace.ts';

const node = (code: string) => ({ program: process.execPath, args: ['-e', code] });

/**
 * Runs work in a workspace.
 * @returns the folder of the workspace and the result
 */
async function settled(work: (workspace: Workspace) => Promise<unknown>) {
  let folder = '';
  const result = await inWorkspace((workspace) => {
    folder = workspace.folder;
    return work(workspace);
  }).then(
    (value) => ({ value, error: undefined }),
    (error: Error) => ({ value: undefined, error: error.message }),
  );
  return { folder, ...result };
}

describe('inWorkspace', () => {
  it('returns the output of a program, and deletes the workspace', async () => {
    const { folder, value } = await settled((workspace) => workspace.run(node('console.log("done")')));
    expect(value).toMatchObject({ output: 'done\n' });
    expect(existsSync(folder)).toBe(false);
  });

  it('throws with the end of the output of a failed program, and deletes the workspace', async () => {
    const { folder, error } = await settled((workspace) =>
      workspace.run(node('console.error("why"); process.exit(3)')),
    );
    expect(error).toMatch(/ended with 3\.\nwhy/);
    expect(existsSync(folder)).toBe(false);
  });

  it('stops background programs, even if some have already ended', async () => {
    const server = node('console.log("here " + process.pid); setInterval(() => {}, 1000)');
    let pid = 0;
    const { error } = await settled(async (workspace) => {
      const started = await workspace.serve(server);
      pid = Number(started.firstLine.split(' ')[1]);
      await workspace.serve(server);
      await started.end();
      await started.end();
    });
    expect(error).toBeUndefined();
    expect(() => process.kill(pid, 0)).toThrow();
  });

  it('stops all programs when it is aborted', async () => {
    const { folder, error } = await settled((workspace) => {
      const running = workspace.run(node('setInterval(() => {}, 1000)'));
      process.emit('SIGTERM');
      return running;
    });
    expect(error).toMatch(/ended with SIGTERM/);
    expect(existsSync(folder)).toBe(false);
  });
});
