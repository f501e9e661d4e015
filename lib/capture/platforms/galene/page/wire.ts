/** What Galène's page and server say to each other over `/ws`, as its documented protocol (galene-protocol.md) has it. */
import { longestMessage, longestName } from '../../page/short-text.ts';
import { fieldsOf, jsonIn, textOf } from '../../page/told-json.ts';

// By hand, as strictly as a schema would (test/capture/platforms/galene/page/wire.test.ts): no page has to load a library for it.

export interface GaleneMessage {
  readonly type: string;
  readonly kind: string;
  readonly error: string;
  readonly id: string;
  readonly source: string;
  readonly dest: string;
  readonly username: string;
  readonly replace: string;
  readonly label: string;
  readonly sdp: string;
  readonly token: string;
  /** Set by the server: whoever wrote was an operator then. */
  readonly privileged: boolean;
  readonly permissions: readonly string[];
  readonly value: string;
}

/**
 * Whoever joins is told of each person by a message, and of each stream by one more and by one for each way to its server; the
 * page answers with as many. Of 1,000 people of whom 100 send that is several thousands at once.
 */
export const mostMessagesPerSecond = 20_000;

const words = (value: unknown): readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : [];

/** Undefined where it is no message at all. */
export const messageOf = (bytes: Uint8Array): GaleneMessage | undefined => {
  const fields = fieldsOf(jsonIn(bytes));
  if (typeof fields.type !== 'string') return undefined;
  return {
    type: fields.type,
    kind: textOf(fields.kind),
    error: textOf(fields.error),
    id: textOf(fields.id, longestName),
    source: textOf(fields.source, longestName),
    dest: textOf(fields.dest, longestName),
    username: textOf(fields.username, longestName),
    replace: textOf(fields.replace, longestName),
    label: textOf(fields.label),
    sdp: textOf(fields.sdp),
    token: textOf(fields.token),
    privileged: fields.privileged === true,
    permissions: words(fields.permissions),
    value: textOf(fields.value, longestMessage),
  };
};

/** Of a group, by what the server answers at its `.status`. */
export interface GroupStatus {
  /** Where the page sends whoever comes without a token. */
  readonly portal: string;
  /** Whom the page asks whether a name and a passcode are taken, in place of the server. */
  readonly authServer: string;
}

export const statusOf = (bytes: Uint8Array): GroupStatus => {
  const { authPortal, authServer } = fieldsOf(jsonIn(bytes));
  return { portal: textOf(authPortal), authServer: textOf(authServer) };
};

const sent = /^m=(audio|video) (?!0 )/;
const silent = /^a=inactive\s*$/m;

/** What a stream carries, by its description. */
export const mediaIn = (sdp: string): ReadonlySet<'audio' | 'video'> => {
  const kinds = new Set<'audio' | 'video'>();
  for (const section of sdp.split(/^(?=m=)/m)) {
    const kind = sent.exec(section)?.[1];
    if (kind && !silent.test(section)) kinds.add(kind as 'audio' | 'video');
  }
  return kinds;
};

/**
 * By which a description is told from those of other connections. The server chooses it anew for each; ids of streams and
 * tracks come from whoever sends them, who may choose another's.
 */
export const fragmentOf = (sdp: string): string | undefined => /^a=ice-ufrag:(\S+)/m.exec(sdp)?.[1];
