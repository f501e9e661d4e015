/**
 * Takes the place of `@aws-sdk/middleware-endpoint-discovery` in the bundles of functions (see `lib/infra/functions/bundle.ts`):
 * what finds endpoints out, and caches them, for operations that none of ours is.
 */

/** Nobody asks for it. */
export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: () => undefined,
  configFileSelector: () => undefined,
  default: false,
};

export const resolveEndpointDiscoveryConfig = <T>(config: T): T => config;
