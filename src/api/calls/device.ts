import { deviceRegister } from '#src/contract/index.ts';
import type { CallContext } from '../http/context.ts';
import { checkLimit } from '../http/error.ts';
import { deviceOf, handle } from '../http/handler.ts';
import { isRegistered, rememberDevice } from '../store/visitors/devices.ts';

export const deviceRegisterHandler = handle(deviceRegister, async ({ platform }, context) => {
  const device_uuid = deviceOf(context);
  await registerDevice(context, device_uuid, platform);
  return { device_uuid };
});

/** Registers a device. New devices are limited per IP address. @throws ApiError RATE_LIMITED */
export async function registerDevice(
  { store, limits, address, now }: CallContext,
  device: string,
  platform?: string,
): Promise<void> {
  const isNew = !(await isRegistered(store.visitors, device));
  if (isNew) checkLimit(await limits.devicesByAddress.consume(address));
  if (isNew || platform !== undefined) await rememberDevice(store.visitors, device, platform ?? 'other', now());
}
