import * as v from 'valibot';
import type { Answer, FactorSecret, RecoveryCodes } from '#src/admin/contract/answers.ts';
import { confirmSecret, dropSecret, proposeSecret, takeStep } from '#src/api/store/visitors/staff.ts';
import { AdminError } from '../http/error.ts';
import { parseBody } from '../http/input.ts';
import type { AdminRequest, Route } from '../http/route.ts';
import { fieldError } from '../records/fields.ts';
import { checkPassword, credentialsOf } from './confirm-password.ts';
import { checkLimit } from './limits.ts';
import { renewSession } from './renew-session.ts';
import { checkCode, newRecoveryCodes, newSecret, stepOf, uriOf } from './second-factor.ts';

const PATH = '/session/second-factor';
const ACT = 'second-factor.change';

export const SECOND_FACTOR_ROUTES: readonly Route[] = [
  { method: 'POST', path: PATH, act: ACT, run: propose },
  { method: 'PUT', path: PATH, act: ACT, run: confirm },
  { method: 'DELETE', path: PATH, act: ACT, run: remove },
];

const Password = v.object({ password: v.pipe(v.string(), v.maxLength(200)) });

async function propose(request: AdminRequest) {
  const staff = await credentialsOf(request);
  const { id, email, hasSecondFactor } = staff;
  if (hasSecondFactor) throw new AdminError('conflict', 'A second factor is already set up. Remove it first.');
  await checkPassword(request, staff, parseBody(Password, request.body).password);
  const secret = newSecret();
  await proposeSecret(request.admin.store.visitors, id, secret);
  return { body: { data: { secret, uri: uriOf(secret, email) } } satisfies Answer<FactorSecret> };
}

const Code = v.object({ code: v.pipe(v.string(), v.trim(), v.maxLength(40)) });

async function confirm(request: AdminRequest) {
  const { admin } = request;
  const { code } = parseBody(Code, request.body);
  const staff = await credentialsOf(request);
  const { id, secret, hasSecondFactor } = staff;
  if (hasSecondFactor || secret === null)
    throw new AdminError('conflict', 'No second factor is being set up. Request a secret first.');
  checkLimit(await admin.limits.adminCodeByUser.consume(String(id)));
  const step = stepOf(secret, code, admin.now());
  if (step === undefined || !(await takeStep(admin.store.visitors, id, step)))
    throw fieldError('code', 'is incorrect. Check the clock of your device');
  await admin.limits.adminCodeByUser.reset(String(id));
  const codes = newRecoveryCodes();
  const headers = await renewSession(request, staff, (visitors) => confirmSecret(visitors, id, codes, admin.now()));
  admin.log.info('a second factor was set up', { user: id });
  admin.notify(id, 'second-factor-on');
  return { headers, body: { data: { recoveryCodes: codes } } satisfies Answer<RecoveryCodes> };
}

const Removal = v.object({ ...Code.entries, ...Password.entries });

async function remove(request: AdminRequest) {
  const { admin } = request;
  const { password, code } = parseBody(Removal, request.body);
  const staff = await credentialsOf(request);
  if (!staff.hasSecondFactor) throw new AdminError('conflict', 'No second factor is set up.');
  await checkPassword(request, staff, password);
  await checkCode(admin, staff, code).catch((error: unknown) => {
    const isCode = error instanceof AdminError && error.status === 401;
    throw isCode ? fieldError('code', 'is incorrect or already used. Wait for the next one') : error;
  });
  const headers = await renewSession(request, staff, (visitors) => dropSecret(visitors, staff.id));
  admin.log.warn('a second factor was removed', { user: staff.id });
  admin.notify(staff.id, 'second-factor-off');
  return { headers, body: { data: {} } };
}
