import { type Brand, inspectBrands } from '#src/brand/registry.ts';
import { type Config, getConfig } from '#src/config/config.ts';
import { ConfigError, messageOf } from '#src/lib/errors.ts';
import { lookAtBrands, lookAtCompression, lookAtNight, lookAtRelease } from './brand-state.ts';
import { lookAtStore, openUpstream } from './embedded.ts';
import { lookAtCode, lookAtState, lookAtWebServerAccess } from './files.ts';
import { type Answer, type Finding, type Installation, wrong } from './finding.ts';
import { lookAtDisk, lookAtNode, lookAtPort } from './machine.ts';
import { lookAtClock, lookAtHome, lookAtSnapshot, lookAtUpstream, type Upstream } from './upstream.ts';
import { lookAtWebServer } from './web-server.ts';

type Look = () => Promise<Answer | readonly Answer[]> | Answer | readonly Answer[];

/**
 * Checks an installation without changing it. If a check fails to run, reports that and continues with the next one.
 */
export async function* examine(root: string, env: NodeJS.ProcessEnv): AsyncIterable<Finding> {
  let config: Config;
  try {
    config = getConfig(env);
  } catch (error) {
    yield {
      check: 'settings',
      ...wrong(messageOf(error), 'Change the variable; docs/use/environment.md lists all of them.'),
    };
    return;
  }
  const installation: Installation = { root, config, brands: await readableBrands(config.brands) };
  yield* answersOf('node', () => lookAtNode(installation));
  yield* answersOf('code', () => lookAtCode(installation));
  yield* answersOf('state', () => lookAtState(installation));
  yield* answersOf('disk', () => lookAtDisk(installation));
  yield* answersOf('brands', () => lookAtBrands(config));
  yield* answersOf('port', () => lookAtPort(installation));
  yield* answersOf('store', () => lookAtStore(installation));
  yield* upstreamFindings(installation);
  for (const brand of installation.brands) {
    yield* answersOf('release', () => lookAtRelease(brand, config), brand.id);
    yield* answersOf('compression', () => lookAtCompression(brand, config), brand.id);
    yield* answersOf('night', () => lookAtNight(brand, config), brand.id);
  }
  yield* answersOf('web server', () => lookAtWebServer(config));
  yield* answersOf('web server', () => lookAtWebServerAccess(installation));
}

/** Skips broken brands, which a separate check reports. */
async function readableBrands(folder: string): Promise<readonly Brand[]> {
  try {
    return (await inspectBrands(folder)).brands;
  } catch (error) {
    if (error instanceof ConfigError) return [];
    throw error;
  }
}

async function* upstreamFindings(installation: Installation): AsyncIterable<Finding> {
  const { brands, config } = installation;
  const [any] = brands;
  const opened = await openUpstream(installation).catch((error: unknown) => ({
    upstream: { none: `The embedded API could not be started: ${messageOf(error)}` } satisfies Upstream,
    close: async () => {},
  }));
  try {
    if (any) yield* answersOf('clock', () => lookAtClock(any, opened.upstream));
    for (const brand of brands) {
      yield* answersOf('upstream', () => lookAtUpstream(brand, opened.upstream), brand.id);
      yield* answersOf('home page', () => lookAtHome(brand, opened.upstream), brand.id);
      yield* answersOf('snapshot', () => lookAtSnapshot(brand, config.state, opened.upstream), brand.id);
    }
  } finally {
    await opened.close();
  }
}

async function* answersOf(check: string, look: Look, brand?: string): AsyncIterable<Finding> {
  const about = brand === undefined ? { check } : { check, brand };
  try {
    for (const answer of [await look()].flat()) yield { ...about, ...answer };
  } catch (error) {
    yield {
      ...about,
      ...wrong(`This could not be checked: ${messageOf(error)}`, 'Fix the problem named above, then run this again.'),
    };
  }
}
