import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { BrandSettings } from '../entities/brand-settings.ts';

export const brandSettings = defineCall('brand.settings', {
  method: 'GET',
  purpose: 'Returns the settings of the brand that replace values of its folder, for the next rebuild.',
  fallback: 'all settings come from the folder of the brand',
  pages: 'every page',
  onFailure: 'log',
  params: v.object({}),
  data: v.object({ settings: v.nullable(BrandSettings) }),
  empty: { settings: null },
});
