import { randomInt } from 'node:crypto';
import * as v from 'valibot';
import {
  confirmSecret,
  dropSecret,
  proposeSecret,
  type StaffCredentials,
  staffById,
  takeStep,
} from '#src/api/store/visitors/staff.ts';
import { verifyPassword } from '#src/api/visitors/passwords.ts';
import { AdminError, found } from '../http/error.ts';
import { checked } from '../http/input.ts';
import { type AdminRequest, type Route, staffOf } from '../http/route.ts';
import { checkLimit } from './limits.ts';
import { checkCode, newSecret, stepOf, uriOf } from './second-factor.ts';

const PATH = '/session/second-factor';
const ACT = 'second-factor.change';

export const SECOND_FACTOR_ROUTES: readonly Route[] = [
  { method: 'POST', path: PATH, act: ACT, run: propose },
  { method: 'PUT', path: PATH, act: ACT, run: confirm },
  { method: 'DELETE', path: PATH, act: ACT, run: remove },
];

const credentialsOf = async (request: AdminRequest): Promise<StaffCredentials> =>
  found(await staffById(request.admin.store.visitors, staffOf(request).id), 'account');

async function propose(request: AdminRequest) {
  const { id, email, hasSecondFactor } = await credentialsOf(request);
  if (hasSecondFactor) throw new AdminError('conflict', 'There is a second factor already. Remove it first.');
  const secret = newSecret();
  await proposeSecret(request.admin.store.visitors, id, secret);
  return { body: { data: { secret, uri: uriOf(secret, email) } } };
}

const Code = v.object({ code: v.pipe(v.string(), v.trim(), v.maxLength(40)) });

async function confirm(request: AdminRequest) {
  const { admin } = request;
  const { code } = checked(Code, request.body);
  const { id, secret, hasSecondFactor } = await credentialsOf(request);
  if (hasSecondFactor || secret === null)
    throw new AdminError('conflict', 'There is no secret that waits to be confirmed. Ask for one first.');
  checkLimit(await admin.limits.adminCodeByUser.consume(String(id)));
  const step = stepOf(secret, code, admin.now());
  if (step === undefined || !(await takeStep(admin.store.visitors, id, step)))
    throw wrong('code', 'is not right: compare the clock of your device');
  await admin.limits.adminCodeByUser.reset(String(id));
  const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode);
  await confirmSecret(admin.store.visitors, id, codes, admin.now());
  admin.log.info('a second factor was set up', { user: id });
  return { body: { data: { recoveryCodes: codes } } };
}

/** Who asks is signed in, so it is not 401, after which the page would ask to sign in again. */
const wrong = (field: string, message: string) =>
  new AdminError('invalid', `${field}: ${message}`, { fields: { [field]: message } });

const RECOVERY_CODES = 10;
/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const letters = (count: number) => Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');
/** About 50 bits. */
const recoveryCode = () => `${letters(5)}-${letters(5)}`;

const Removal = v.object({ ...Code.entries, password: v.pipe(v.string(), v.maxLength(200)) });

async function remove(request: AdminRequest) {
  const { admin } = request;
  const { password, code } = checked(Removal, request.body);
  const staff = await credentialsOf(request);
  if (!staff.hasSecondFactor) throw new AdminError('conflict', 'There is no second factor.');
  checkLimit(await admin.limits.adminPasswordByUser.consume(String(staff.id)));
  if (!(await verifyPassword(password, staff.password))) throw wrong('password', 'is not right');
  await checkCode(admin, staff, code).catch((error: unknown) => {
    const isCode = error instanceof AdminError && error.status === 401;
    throw isCode ? wrong('code', 'is not right, or was used already: wait for the next one') : error;
  });
  await admin.store.visitors.transaction(async (visitors) => {
    // A reset may have set another password while this one was checked.
    if ((await staffById(visitors, staff.id))?.password !== staff.password) throw wrong('password', 'is not right');
    await dropSecret(visitors, staff.id);
  });
  admin.log.warn('a second factor was removed', { user: staff.id });
  return { body: { data: {} } };
}
