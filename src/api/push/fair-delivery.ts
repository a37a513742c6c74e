/** What is to be delivered, by whom and through which push service. */
export interface Delivery {
  readonly brand: string;
  readonly service: string;
}

/** `silent`: the service did not answer in time. */
export type DeliveryOutcome = 'answered' | 'silent';

/** How push services answered so far. */
export interface ServiceHealth {
  /** Has answered since it was last silent. */
  isProven(service: string): boolean;
  /** How often it was silent in a row. */
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

/** Deliveries of one brand under way at once. */
const MAX_PER_BRAND = 8;
/** Of them, those to services that have not answered yet or were silent; and to each of these services. */
const MAX_UNPROVEN_PER_BRAND = 4;
const MAX_PER_UNPROVEN_SERVICE = 2;
/** After so many silences in a row the rest of a service waits for another check. */
const MAX_SILENCES = 2;
/** No delivery of a brand begins later; what is left stays due. Shorter than the time between two checks. */
const MAX_CHECK_MS = 60_000;

interface Actions<D extends Delivery> {
  deliver(delivery: D): Promise<DeliveryOutcome>;
  /** For a service that is silent. */
  postpone(delivery: D): Promise<void>;
}

/** Delivers so that neither a brand nor a push service waits for another one. */
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
  /** Number of its last turn. */
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
  const underWay = new Set<Promise<void>>();
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
    const lane = underWay.size < MAX_PER_BRAND && performance.now() < ends ? next() : undefined;
    const delivery = lane?.queue.shift();
    if (lane && delivery) {
      const wasProven = health.isProven(lane.service);
      lane.active += 1;
      if (!wasProven) unproven += 1;
      turn += 1;
      lane.turn = turn;
      const work: Promise<void> = run(lane, delivery, wasProven).finally(() => underWay.delete(work));
      underWay.add(work);
    } else if (underWay.size > 0) await Promise.race(underWay);
    else return;
  }
}

/** The service with most deliveries first: an unknown one with many browsers is hardly one that somebody made up. */
function lanesOf<D extends Delivery>(deliveries: readonly D[]): Lane<D>[] {
  return [...Map.groupBy(deliveries, ({ service }) => service)]
    .map(([service, queue]) => ({ service, queue, active: 0, turn: 0 }))
    .sort((a, b) => b.queue.length - a.queue.length)
    .map((lane, turn) => ({ ...lane, turn }));
}
