/** Files at addresses that clients give: asked for through the guard, wherever redirects lead. */
import { Agent, type Dispatcher, request } from 'undici';
import { type GuardOptions, guardedConnector, isAboutName } from './address-guard.ts';
import { checkClientUrl, isLoopbackHost, notPublicName } from './client-url.ts';
import { cannotBeReached } from './network-fault.ts';

/** The file cannot be had, or is not what it should be; the message is a sentence about the address. */
export class ClientFileError extends Error {
  override readonly name = 'ClientFileError';
}

const mostRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);

const textOf = (value: string | string[] | undefined): string => (Array.isArray(value) ? value[0] : value) ?? '';

/** How long the whole file is, as far as the answer tells. */
const sizeOf = ({ statusCode, headers }: Dispatcher.ResponseData): number | undefined => {
  const told =
    statusCode === 206
      ? /\/(\d+)$/.exec(textOf(headers['content-range']))?.[1]
      : /^\d+$/.exec(textOf(headers['content-length']))?.[0];
  return told === undefined ? undefined : Number(told);
};

export interface ClientFile {
  readonly size_bytes: number | undefined;
  readonly body: AsyncIterable<Uint8Array>;
}

export interface ClientFileOptions extends GuardOptions {
  readonly signal: AbortSignal;
  /** Ask for this much of the beginning only; a server may give more. */
  readonly first_bytes?: number;
}

const follow = async (
  dispatcher: Dispatcher,
  url: string,
  options: ClientFileOptions,
  left: number,
): Promise<ClientFile> => {
  const refusal = checkClientUrl(url, options);
  if (refusal) throw new ClientFileError(refusal);
  const range = options.first_bytes === undefined ? {} : { range: `bytes=0-${options.first_bytes - 1}` };
  const answer = await request(url, { dispatcher, signal: options.signal, headers: { accept: '*/*', ...range } });
  if (answer.statusCode === 200 || answer.statusCode === 206) return { size_bytes: sizeOf(answer), body: answer.body };
  await answer.body.dump({ limit: 0 }).catch(() => undefined);
  if (!redirects.has(answer.statusCode)) throw new ClientFileError(`answers with ${answer.statusCode}`);
  const target = URL.parse(textOf(answer.headers.location), url);
  if (!target || left === 0) throw new ClientFileError('redirects to nowhere, or too often');
  // Only this machine may send us to itself.
  const allow_loopback = options.allow_loopback === true && isLoopbackHost(new URL(url).hostname);
  return follow(dispatcher, target.href, { ...options, allow_loopback }, left - 1);
};

/** Why a file cannot be had, for the client that named it. */
const reasonOf = (error: unknown, signal: AbortSignal): string => {
  if (signal.aborted) return 'does not answer in time';
  if (isAboutName(error)) return notPublicName;
  return cannotBeReached(error);
};

/**
 * Gives `read` the file at the address, and lets go of it once that is done. Redirects are followed a few times, each
 * looked at like the first address; every connection goes to a public address that was checked.
 * @throws ClientFileError
 */
export const withClientFile = async <T>(
  url: string,
  options: ClientFileOptions,
  read: (file: ClientFile) => Promise<T>,
): Promise<T> => {
  const dispatcher = new Agent({ connect: guardedConnector(options) });
  try {
    return await read(await follow(dispatcher, url, options, mostRedirects));
  } catch (cause) {
    if (cause instanceof ClientFileError) throw cause;
    throw new ClientFileError(reasonOf(cause, options.signal), { cause });
  } finally {
    await dispatcher.destroy();
  }
};
