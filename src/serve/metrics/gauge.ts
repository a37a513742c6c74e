import { Gauge, type Registry } from 'prom-client';

/** Returns a function that registers a gauge, given its name, help text and label names. */
export const gaugeMaker =
  (registry: Registry) =>
  (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
