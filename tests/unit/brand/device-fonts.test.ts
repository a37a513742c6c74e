import arial from '@capsizecss/metrics/arial';
import georgia from '@capsizecss/metrics/georgia';
import notoSerif from '@capsizecss/metrics/notoSerif';
import roboto from '@capsizecss/metrics/roboto';
import timesNewRoman from '@capsizecss/metrics/timesNewRoman';
import { expect, it } from 'vitest';
import { DEVICE_FONTS } from '#src/brand/device-fonts.ts';

const MEASURED = { arial, georgia, notoSerif, roboto, timesNewRoman };

it.each(Object.entries(DEVICE_FONTS))(
  'the device font %s has the metrics of @capsizecss/metrics, also for Latin text',
  (name, font) => {
    const measured = MEASURED[name as keyof typeof MEASURED];
    expect(measured).toMatchObject(font);
    expect(measured.subsets.latin.xWidthAvg).toBe(font.xWidthAvg);
  },
);
