/** A delivery of a brand through a push service. */
export interface Delivery {
  readonly brand: string;
  readonly service: string;
}

/** `silent`: the service did not answer in time. */
export type DeliveryOutcome = 'answered' | 'silent';

/** Whether push services have answered so far. */
export interface ServiceHealth {
  /** Whether the service has answered since it was last silent. */
  isProven(service: string): boolean;
  /** Returns how many of the latest deliveries in a row the service did not answer. */
  silences(service: string): number;
  note(service: string, outcome: DeliveryOutcome): void;
}

const MAX_SERVICES = 1000;

export function createServiceHealth(): ServiceHealth {
  const silences = new Map<string, number>();
  return {
    isProven: (service) => silences.get(service) === 0,
    silences: (service) => silences.get(service) ?? 0,
    note(service, outcome) {
      const count = outcome === 'answered' ? 0 : (silences.get(service) ?? 0) + 1;
      silences.delete(service);
      silences.set(service, count);
      const [oldest] = silences.size > MAX_SERVICES ? silences.keys() : [];
      if (oldest !== undefined) silences.delete(oldest);
    },
  };
}

/** Maximum number of concurrent deliveries of one brand. */
const MAX_PER_BRAND = 8;
/**
 * Maximum number of concurrent deliveries to services that have not answered yet or were silent, in total and per
 * service.
 */
const MAX_UNPROVEN_PER_BRAND = 4;
const MAX_PER_UNPROVEN_SERVICE = 2;
/** After this many deliveries in a row without an answer, other deliveries to the service wait for the next check. */
const MAX_SILENCES = 2;
/**
 * Time after which a check starts no further deliveries of a brand. The remaining ones stay due. It must be shorter
 * than the interval between checks.
 */
const MAX_CHECK_MS = 60_000;

interface Actions<D extends Delivery> {
  deliver(delivery: D): Promise<DeliveryOutcome>;
  /** Called for the other deliveries of a silent service. */
  postpone(delivery: D): Promise<void>;
}

/** Makes deliveries in an order in which no brand or push service delays another. */
export async function deliverFairly<D extends Delivery>(
  deliveries: readonly D[],
  health: ServiceHealth,
  actions: Actions<D>,
): Promise<void> {
  const brands = Map.groupBy(deliveries, ({ brand }) => brand);
  await Promise.all([...brands.values()].map((own) => deliverBrand(own, health, actions)));
}

interface Lane<D> {
  readonly service: string;
  readonly queue: D[];
  active: number;
  /** Number of the turn in which the lane was served last. */
  turn: number;
}

async function deliverBrand<D extends Delivery>(
  deliveries: readonly D[],
  health: ServiceHealth,
  { deliver, postpone }: Actions<D>,
): Promise<void> {
  const ends = performance.now() + MAX_CHECK_MS;
  const lanes = lanesOf(deliveries);
  const isOpen = ({ service, active }: Lane<D>) => health.isProven(service) || active < MAX_PER_UNPROVEN_SERVICE;
  const running = new Set<Promise<void>>();
  let [unproven, turn] = [0, lanes.length];

  const next = (): Lane<D> | undefined =>
    lanes
      .filter((lane) => lane.queue.length > 0 && isOpen(lane))
      .filter(({ service }) => health.isProven(service) || unproven < MAX_UNPROVEN_PER_BRAND)
      .sort((a, b) => health.silences(a.service) - health.silences(b.service) || a.turn - b.turn)[0];

  const run = async (lane: Lane<D>, delivery: D, wasProven: boolean): Promise<void> => {
    try {
      health.note(lane.service, await deliver(delivery));
      if (health.silences(lane.service) >= MAX_SILENCES)
        for (const waiting of lane.queue.splice(0)) await postpone(waiting);
    } finally {
      lane.active -= 1;
      if (!wasProven) unproven -= 1;
    }
  };

  for (;;) {
    const lane = running.size < MAX_PER_BRAND && performance.now() < ends ? next() : undefined;
    const delivery = lane?.queue.shift();
    if (lane && delivery) {
      const wasProven = health.isProven(lane.service);
      lane.active += 1;
      if (!wasProven) unproven += 1;
      turn += 1;
      lane.turn = turn;
      const work: Promise<void> = run(lane, delivery, wasProven).finally(() => running.delete(work));
      running.add(work);
    } else if (running.size > 0) await Promise.race(running);
    else return;
  }
}

/** Returns a lane for each service. Those with the most deliveries come first, because they are unlikely to be fake. */
function lanesOf<D extends Delivery>(deliveries: readonly D[]): Lane<D>[] {
  return [...Map.groupBy(deliveries, ({ service }) => service)]
    .map(([service, queue]) => ({ service, queue, active: 0, turn: 0 }))
    .sort((a, b) => b.queue.length - a.queue.length)
    .map((lane, turn) => ({ ...lane, turn }));
}
