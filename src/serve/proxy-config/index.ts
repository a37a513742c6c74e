import { caddyConfig } from './caddy.ts';
import { nginxConfig } from './nginx.ts';
import type { ConfigGenerator } from './types.ts';

export type { ProxiedBrand, ProxyOptions } from './types.ts';

/** Web servers for which a configuration can be generated. */
export const GENERATORS = { nginx: nginxConfig, caddy: caddyConfig } as const satisfies Record<string, ConfigGenerator>;

export type ProxyServer = keyof typeof GENERATORS;

export const isProxyServer = (name: string): name is ProxyServer => Object.hasOwn(GENERATORS, name);
