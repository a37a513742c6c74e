import { deviceRegister } from '#src/contract/index.ts';
import { deviceOf, handle } from '../http/handler.ts';
import { rememberDevice } from '../store/visitors/devices.ts';

export const deviceRegisterHandler = handle(deviceRegister, ({ platform }, context) => {
  const device_uuid = deviceOf(context);
  rememberDevice(context.store.visitors, device_uuid, platform, context.now());
  return { device_uuid };
});
