import { Gauge, type Registry } from 'prom-client';

/** Makes gauges of a registry: name, what it says, names of its labels. */
export const gaugeMaker =
  (registry: Registry) =>
  (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
