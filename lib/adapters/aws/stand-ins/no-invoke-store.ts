/**
 * Takes the place of `@aws/lambda-invoke-store` in the bundles of functions (see `lib/infra/functions/bundle.ts`): what tells apart
 * the requests that one process serves at the same time. Our functions serve one after the other, so that Lambda tells
 * all there is to know of a request in the environment, where the SDK looks next.
 */
export const InvokeStore = { getInstanceAsync: async (): Promise<undefined> => undefined };
