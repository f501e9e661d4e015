/** How every SDK client of this service is made: once per process, when first needed. */

export interface ClientSettings {
  readonly endpoint?: string;
  readonly region?: string;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly requestHandler: Patience;
}

/** How long an answer is waited for: that a request was lost on its way is noticed by itself only after a quarter of an hour. */
interface Patience {
  readonly requestTimeout?: number;
  readonly throwOnRequestTimeout?: boolean;
  readonly connectionTimeout?: number;
  readonly socketTimeout: number;
}

/** For what is answered at once. */
export const answering = (within_ms = 10_000): Patience => ({
  requestTimeout: within_ms,
  throwOnRequestTimeout: true,
  socketTimeout: within_ms,
});

/** For what may take long: as long as anything comes or goes it is waited for. */
export const untilSilent = (for_ms: number): Patience => ({ connectionTimeout: for_ms, socketTimeout: for_ms });

/** Whether an endpoint is AWS itself, and so needs real credentials. */
const isAws = (endpoint: string): boolean => new URL(endpoint).hostname.endsWith('.amazonaws.com');

/**
 * Settings for the endpoint in `AWS_ENDPOINT_URL`, of which AWS itself needs none. They are set in code because SDK v3
 * otherwise sends SQS requests to the host of the queue's URL. An emulator gets placeholders for credentials, so that real
 * ones never leave for it.
 */
export const clientSettings = (requestHandler = answering()): ClientSettings => {
  const endpoint = process.env.AWS_ENDPOINT_URL;
  if (!endpoint) return { requestHandler };
  if (isAws(endpoint)) return { endpoint, requestHandler };
  const region = process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? 'us-east-1';
  return { endpoint, region, credentials: { accessKeyId: 'test', secretAccessKey: 'test' }, requestHandler };
};

/** What `make` answers the first time, every time. */
export const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};
