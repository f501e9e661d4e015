/** Longer than most proxies and clients keep an idle connection: a request is lost that is sent while the server ends it. */
export const keepAliveMs = 125_000;
