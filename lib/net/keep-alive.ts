/** Longer than proxies and clients keep a connection that nothing comes over: who ends one may meet a request on its way. */
export const keepAliveMs = 125_000;
