import * as v from 'valibot';
import { defineCall } from '../call.ts';

export const deviceRegister = defineCall('device.register', {
  method: 'POST',
  purpose: 'Registers the device of the header Device-Uuid, so that help and history can be counted per device.',
  fallback: 'devices are identified only by their header',
  pages: ['login', 'help'],
  idempotent: true,
  onFailure: 'log',
  params: v.object({ platform: v.picklist(['android', 'ios', 'desktop', 'other']) }),
  data: v.object({ device_uuid: v.pipe(v.string(), v.maxLength(200)) }),
  empty: { device_uuid: '' },
  errors: ['BAD_REQUEST', 'RATE_LIMITED'],
});
