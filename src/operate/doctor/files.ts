import { accessSync, constants, existsSync, lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#src/config/config.ts';
import { messageOf } from '#src/lib/errors.ts';
import { systemUser } from '#src/lib/system-user.ts';
import { type Answer, fine, type Installation, skipped, wrong } from './finding.ts';

/** Permission bits for any access by group or others. */
const SHARED = 0o077;
/** Permission bit for write access by others. */
const WRITABLE_BY_ALL = 0o002;
const STICKY = 0o1000;

/** Folders with code that Lectern executes. The files directly in them are checked too. */
const CODE = ['.', 'scripts', 'src', 'node_modules'];

/** Checks that this user can read the code and that nobody else can change it. */
export function lookAtCode({ root, config }: Installation): Answer {
  for (const folder of [...CODE.map((name) => join(root, name)), config.brands]) {
    const problem = entryProblem(folder) ?? contentProblem(folder);
    if (problem) return problem;
  }
  return fine(`${root} is readable, and not writable by everyone.`);
}

function contentProblem(folder: string): Answer | undefined {
  for (const name of readdirSync(folder)) {
    const problem = entryProblem(join(folder, name));
    if (problem) return problem;
  }
  return undefined;
}

function entryProblem(path: string): Answer | undefined {
  // A link has no permissions of its own, and its target may be anywhere.
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat || stat.isSymbolicLink()) return undefined;
  const isFolder = stat.isDirectory();
  if (!isAllowed(path, isFolder ? constants.R_OK | constants.X_OK : constants.R_OK))
    return wrong(`${systemUser()} cannot read ${path}.`, `Run as its owner: chmod -R u+rX,go+rX ${path}`);
  if ((stat.mode & WRITABLE_BY_ALL) !== 0 && (stat.mode & STICKY) === 0)
    return wrong(`Everyone on this machine can change ${path}.`, `Run as its owner: chmod -R go-w ${path}`);
  return undefined;
}

const isAllowed = (path: string, mode: number) => {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
};

/** Checks that the state folder is writable, belongs to this user, and hides visitors' data from others. */
export function lookAtState({ config }: Installation): readonly Answer[] {
  const { state } = config;
  const stat = statSync(state, { throwIfNoEntry: false });
  if (!stat)
    return [
      wrong(`There is no folder ${state}.`, 'Run a command that creates it, such as npm start, or set LECTERN_STATE.'),
    ];
  const answers = [ownerProblem(state, stat), ...privateProblems(config)].filter((answer) => answer !== undefined);
  return answers.length > 0 ? answers : [fine(`${state} is writable, and visitors' data is not accessible to others.`)];
}

function ownerProblem(state: string, stat: Stats): Answer | undefined {
  if (!isAllowed(state, constants.W_OK | constants.X_OK))
    return wrong(
      `${systemUser()} cannot write ${state}.`,
      `Run this as the user of the service, or make that user the owner: chown -R ${systemUser()}: ${state}`,
    );
  if (process.getuid !== undefined && stat.uid !== process.getuid())
    return wrong(
      `${state} belongs to another user (uid ${stat.uid}) than the current one, ${systemUser()}.`,
      `Run this as that user: sudo -u '#${stat.uid}' npm run doctor`,
    );
  const foreign = readdirSync(state).find((name) => lstatSync(join(state, name)).uid !== stat.uid);
  if (foreign === undefined) return undefined;
  return wrong(
    `${join(state, foreign)} belongs to another user than ${state}: a command was run as that user.`,
    `Restore the owner: chown -R --reference=${state} ${join(state, foreign)}`,
  );
}

/** Folders and files that only their owner may access (0700, 0600). */
function privateProblems({ state, mail }: Config): (Answer | undefined)[] {
  const api = join(state, 'api');
  const mails = 'folder' in mail ? mail.folder : undefined;
  return [api, ...(mails === undefined ? [] : [mails])].filter(existsSync).flatMap((folder) => [
    openProblem(folder, '700'),
    ...readdirSync(folder)
      .filter((name) => /\.(db|db-wal|db-shm|eml)$/.test(name))
      .map((name) => openProblem(join(folder, name), '600')),
  ]);
}

function openProblem(path: string, mode: string): Answer | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat || (stat.mode & SHARED) === 0) return undefined;
  return wrong(
    `Other users can access ${path} (mode ${(stat.mode & 0o777).toString(8)}), which contains visitors' data.`,
    `Run as its owner: chmod ${mode} ${path}`,
  );
}

/**
 * Checks that a web server in front of Lectern, which runs as another user, can read the files of the live releases.
 */
export function lookAtWebServerAccess({ config, brands }: Installation): Answer {
  if (config.proxyConfig === undefined) return skipped('LECTERN_PROXY_CONFIG names no web server in front.');
  const { state } = config;
  const paths = [state, ...brands.flatMap(({ id }) => ['', 'releases'].map((name) => join(state, id, name)))];
  try {
    const closed = paths.find((path) => existsSync(path) && (statSync(path).mode & 0o001) === 0);
    if (closed === undefined) return fine('The web server in front can reach the releases.');
    return wrong(`The web server in front cannot enter ${closed}.`, `Run as its owner: chmod o+x ${closed}`);
  } catch (error) {
    return wrong(`The releases cannot be checked: ${messageOf(error)}.`, 'Run this as the user of the service.');
  }
}
