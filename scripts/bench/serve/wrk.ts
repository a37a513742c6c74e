import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LecternError } from '#src/lib/errors.ts';
import { BROWSER, HOST } from './answers.ts';
import { run } from './tools.ts';

const CONNECTIONS = 64;

/** wrk's script. It requests the listed paths in turn and prints a summary. */
const SCRIPT = `local headers = { ["Host"] = "${HOST}", ["Accept-Encoding"] = "${BROWSER['accept-encoding']}" }
local requests = {}
local at = 0
function init(arguments)
  for path in io.lines(arguments[1]) do
    requests[#requests + 1] = wrk.format("GET", path, headers)
  end
end
function request()
  at = at % #requests + 1
  return requests[at]
end
function done(summary)
  local e = summary.errors
  local failed = e.connect + e.read + e.write + e.timeout + e.status
  io.write(string.format('{"requests": %d, "us": %d, "failed": %d}\\n', summary.requests, summary.duration, failed))
end
`;

export interface Load {
  readonly requests: number;
  readonly seconds: number;
}

/** Requests the paths over 64 connections for a number of seconds. */
export type Loader = (origin: string, paths: readonly string[], seconds: number) => Promise<Load>;

/** @param folder folder for wrk's script and lists of paths */
export async function createLoader(folder: string): Promise<Loader> {
  const script = join(folder, 'load.lua');
  await writeFile(script, SCRIPT);
  return async (origin, paths, seconds) => {
    const list = join(folder, 'paths.txt');
    await writeFile(list, `${paths.join('\n')}\n`);
    const options = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}`, '-s', script, origin, '--', list];
    const output = await run('wrk', options);
    const totals: { requests: number; us: number; failed: number } = JSON.parse(output.trim().split('\n').at(-1) ?? '');
    if (totals.failed > 0)
      throw new LecternError('BENCH', `${totals.failed} of ${totals.requests} requests to ${origin} failed.`);
    return { requests: totals.requests, seconds: totals.us / 1e6 };
  };
}
