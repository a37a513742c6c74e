import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { Registry } from 'prom-client';
import { afterAll, describe, expect, it } from 'vitest';
import { silentLog } from '#src/lib/log.ts';
import { registerProcess } from '#src/serve/metrics/index.ts';
import { nightsInto } from '#src/serve/metrics/night-metrics.ts';
import { gaugesInto, meterInto } from '#src/serve/metrics/server-metrics.ts';

interface Target {
  readonly expr: string;
  readonly legendFormat: string;
}
interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly h: number; readonly w: number; readonly x: number; readonly y: number };
  readonly targets?: readonly Target[];
}

const dashboard: { panels: Panel[]; templating: { list: { definition?: string }[] } } = JSON.parse(
  readFileSync('deploy/grafana-dashboard.json', 'utf8'),
);
const queries = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => [title, expr, legendFormat] as const),
);

const registry = new Registry();
registerProcess(registry);
meterInto(registry);
gaugesInto(registry, []);
nightsInto(registry, { state: '/nowhere', brands: [], log: silentLog });
afterAll(() => registry.clear());

/** Labels by sample name, such as `…_bucket`. `instance` is added by Prometheus. */
const labelsByName = new Map(
  (registry.getMetricsAsArray() as unknown as { name: string; type: string; labelNames: string[] }[]).flatMap(
    ({ name, type, labelNames }) => {
      const names = type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name];
      return names.map(
        (one) => [one, [...labelNames, 'instance', ...(one.endsWith('_bucket') ? ['le'] : [])]] as const,
      );
    },
  ),
);

/** Replaces the variables as Grafana does. */
const withoutVariables = (expr: string) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$brand', '.*');

/** The metrics in a query, each with the labels that the query uses for it. */
function namesIn(expr: string) {
  const text = withoutVariables(expr);
  const names = { metrics: [] as string[], labels: [] as string[], errors: 0 };
  parser.parse(text).iterate({
    enter(node) {
      const part = text.slice(node.from, node.to);
      if (node.type.isError) names.errors += 1;
      if (node.name === 'Identifier') names.metrics.push(part);
      if (node.name === 'LabelName') names.labels.push(part);
    },
  });
  return names;
}

/**
 * Checks the rules of `promtool check metrics`, and that units are base units
 * (https://prometheus.io/docs/practices/naming/).
 */
describe('each metric of Lectern', () => {
  const metrics = registry.getMetricsAsArray() as unknown as { name: string; type: string; help: string }[];

  it.each(metrics.map(({ name, type, help }) => [name, type, help]))(
    '%s follows the Prometheus naming rules for a %s',
    (...metric) => {
      const [name = '', type, help] = metric;
      expect(name).toMatch(/^(lectern|process|nodejs)(_[a-z0-9]+)+$/);
      expect(name.endsWith('_total')).toBe(type === 'counter');
      expect(name).not.toMatch(
        /_(ms|milliseconds|minutes|hours|kib|mib|kilobytes|megabytes|percent|counter|gauge|histogram)(_|$)/,
      );
      if (type === 'histogram') expect(name).toMatch(/_seconds$/);
      expect(help).not.toBe('');
    },
  );
});

describe('the Grafana dashboard', () => {
  it.each(queries)('uses existing metrics and labels in "%s": %s', (_, expr, legend) => {
    const { metrics, labels, errors } = namesIn(expr);
    expect(errors).toBe(0);
    expect(metrics.length).toBeGreaterThan(0);
    expect(metrics.filter((name) => !labelsByName.has(name))).toEqual([]);
    const ofAll = metrics.flatMap((name) => labelsByName.get(name) ?? []);
    const legendLabels = [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
    expect([...labels, ...legendLabels].filter((label) => !ofAll.includes(label))).toEqual([]);
    // The query must keep the labels that the panel's legend shows.
    expect(legendLabels.filter((label) => !labels.includes(label))).toEqual([]);
  });

  it('shows every metric of Lectern', () => {
    const usedMetrics = queries.flatMap(([, expr]) => namesIn(expr).metrics);
    const own = registry.getMetricsAsArray().map(({ name }) => name);
    const missing = own.filter(
      (name) =>
        name.startsWith('lectern_') && !usedMetrics.some((metric) => metric.replace(/_(bucket|count)$/, '') === name),
    );
    expect(missing).toEqual([]);
  });

  it('lists the brands from a metric that exists for all of them', () => {
    const [, definition = ''] = dashboard.templating.list.map((variable) => variable.definition);
    expect(labelsByName.get(/label_values\((\w+), brand\)/.exec(definition)?.[1] ?? '')).toContain('brand');
  });

  it('has non-overlapping panels with unique ids', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const overlaps = dashboard.panels.flatMap(({ gridPos: a }, index) =>
      dashboard.panels
        .slice(index + 1)
        .filter(({ gridPos: b }) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h),
    );
    expect(overlaps).toEqual([]);
  });
});
