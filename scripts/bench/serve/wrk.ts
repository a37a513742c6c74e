import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LecternError } from '#src/lib/errors.ts';
import { BROWSER, HOST } from './answers.ts';
import { run } from './tools.ts';

const CONNECTIONS = 64;

/** Asks for the listed paths in turn, and tells at the end what came of it. */
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

/** Asks for many paths over 64 connections, for so many seconds. */
export type Loader = (origin: string, paths: readonly string[], seconds: number) => Promise<Load>;

/** @param folder for its script and lists */
export async function createLoader(folder: string): Promise<Loader> {
  const script = join(folder, 'load.lua');
  await writeFile(script, SCRIPT);
  return async (origin, paths, seconds) => {
    const list = join(folder, 'paths.txt');
    await writeFile(list, `${paths.join('\n')}\n`);
    const options = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}`, '-s', script, origin, '--', list];
    const said = await run('wrk', options);
    const told: { requests: number; us: number; failed: number } = JSON.parse(said.trim().split('\n').at(-1) ?? '');
    if (told.failed > 0)
      throw new LecternError('BENCH', `${told.failed} of ${told.requests} requests to ${origin} failed.`);
    return { requests: told.requests, seconds: told.us / 1e6 };
  };
}
