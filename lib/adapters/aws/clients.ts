/** How every SDK client of this service is made: once per process, when first needed. */

export interface ClientSettings {
  readonly endpoint?: string;
  readonly region?: string;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** Whether an endpoint is AWS itself, and so needs real credentials. */
const isAws = (endpoint: string): boolean => new URL(endpoint).hostname.endsWith('.amazonaws.com');

/**
 * Settings for the endpoint in `AWS_ENDPOINT_URL`, none for AWS itself. They are set in code because SDK v3 otherwise
 * sends SQS requests to the host of the queue's URL. An emulator gets placeholders for credentials, so that real ones
 * never leave for it.
 */
export const clientSettings = (): ClientSettings => {
  const endpoint = process.env.AWS_ENDPOINT_URL;
  if (!endpoint) return {};
  if (isAws(endpoint)) return { endpoint };
  const region = process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? 'us-east-1';
  return { endpoint, region, credentials: { accessKeyId: 'test', secretAccessKey: 'test' } };
};

/** What `make` answers the first time, every time. */
export const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};
