/** How the bot's own way into a Galène group, and out of it, goes. Pure but for its memory. */
import { BoundedSet } from '../../../../process/bounded.ts';
import { mostAsides } from '../../../meeting/view-limits.ts';
import type { WireFact } from '../../judging/facts.ts';
import { nameFaults } from '../shared/name-faults.ts';
import { ofJoining } from '../signs/parts.ts';
import { notAuthorised, ownWordsIn, type Pause, pauses, removed } from './server-words.ts';
import type { GaleneMessage } from './wire.ts';

/** A server answers a ping at once, and has to within 30 s (galene-protocol.md). The page itself waits for over a minute. */
const answersWithinMs = 15_000;
/**
 * Pages before 0.9.1 ask nothing; but a server asks whoever has said nothing for long, and gives up on whoever does not answer:
 * in 2021 after 45 s and 75 s, looked at every 10 s (clientLoop in rtpconn/webclient.go).
 */
const saysSomethingWithinMs = 90_000;

export interface GaleneWayIn {
  /** The page opens a socket: what was known by the one before is over. */
  opened(): void;
  /** `left_out`: how many messages before this one were not heard. */
  leftOut(left_out: number): void;
  hear(from: 'page' | 'other', message: GaleneMessage): void;
  closed(by: 'page' | 'other'): void;
  /** The status of the answer of the group's own authorisation server. */
  hearAuthServer(status: number): void;
  /** The page was kept from going to the portal that its group names. */
  stayedFromPortal(): void;
  /** What the signs are told (test/corpus/README.md), in order. */
  readonly facts: readonly WireFact[];
  /** Whether the server has told what becomes of the bot: of one that is in a group of which only the page tells it has not. */
  readonly isTold: boolean;
  /** How many sockets there have been: each is a try to join. */
  readonly tries: number;
  /** Where the server sends the bot, in its own words. */
  readonly redirect: string | undefined;
  /** The bot does not go there. */
  refuseRedirect(): void;
  /** Why the last try to join failed, as a stable word where the server gives one. */
  readonly failure: { readonly error: string; readonly value: string } | undefined;
  /** The last socket is closed. */
  readonly isClosed: boolean;
  readonly hasJoined: boolean;
  /** Whether the server has let the page in, be it to learn whether it has to ask for a name. */
  readonly isLetIn: boolean;
  readonly own_id: string;
  /** What operators wrote that is no message: why they lock the group, or remove somebody, and what they tell everybody. */
  readonly asides: readonly string[];
}

/** By which operators say something to everybody, or to one of them. */
const ofOperators = ['kicked', 'error', 'warning', 'info'];

/** What authorisation servers answer of who asks: 403 by galene-protocol.md, 401 those of Galène's maker (galene-ldap). */
const refusing = [401, 403];
/** What those answer to whoever gives no password. */
const lacking = 400;

const isOfName = (error: string): boolean => nameFaults.some((code) => code === error);

/** Whether the server says it, and no operator by it. */
export const isByNobody = ({ id, source, username }: GaleneMessage): boolean =>
  id === '' && source === '' && username === '';

/** `onOut`: the bot is in no group any more, or not yet. */
export const createGaleneWayIn = (onOut: () => void, now: () => number): GaleneWayIn => {
  let facts: WireFact[] = [];
  let failure: GaleneWayIn['failure'];
  let redirect: string | undefined;
  let isClosed = false;
  let own_id = '';
  let isLetIn = false;
  /**
   * With a token the page first joins and leaves again, to learn whether it still has to ask for a name. Whoever stays asks
   * at once for what others send, as pages before 0.9.1 do already the first time.
   */
  let mayBeProbe = false;
  let tries = 0;
  let unheard = 0;
  /** Why the server has put everybody out, where that may be over in a moment. */
  let pause: Pause | undefined;
  /** When the page asked whether its server is there, which has said nothing since. */
  let pinged_ms: number | undefined;
  /** When either last said anything. */
  let spoken_ms = 0;

  const asides = new BoundedSet<string>(mostAsides);

  const tell = (fact: WireFact): void => {
    facts = [...facts.filter(({ kind }) => kind !== fact.kind), fact];
  };

  const out = (): void => {
    isLetIn = false;
    onOut();
  };

  const fail = ({ error, value }: GaleneMessage): void => {
    out();
    failure = { error, value };
    const own = ownWordsIn(value);
    // All other words are an operator's, who has locked the group. Who comes is looked at before the lock.
    if (!isOfName(error) && own === undefined) {
      tell({ kind: 'galene.status', locked: true });
      asides.add(value);
    }
    tell({ kind: 'galene.fail', value: own ?? value, ...(error !== '' && { error }) });
  };

  const hearJoined = (message: GaleneMessage): void => {
    const { kind, value } = message;
    if (kind === 'fail') fail(message);
    else if (kind === 'redirect') {
      redirect = value;
      tell({ kind: 'galene.redirect', value });
    } else if (kind === 'leave') {
      out();
      tell({ kind: 'galene.leave', id: own_id });
    } else if (kind === 'join' || kind === 'change') {
      isLetIn = true;
      if (!mayBeProbe) tell({ kind: 'galene.join', id: own_id });
    }
  };

  const stays = (): void => {
    if (!mayBeProbe || !isLetIn) return;
    mayBeProbe = false;
    tell({ kind: 'galene.join', id: own_id });
  };

  const hearOperator = (message: GaleneMessage): void => {
    const { kind, value } = message;
    // A kick names the operator. The server itself puts everybody out: when the last operator has left, or it is shut down.
    const isOfServer = isByNobody(message);
    if (ofOperators.includes(kind) && !isOfServer && value !== removed) asides.add(value);
    if (kind === 'kicked' && isOfServer) pause = pauses.get(value);
    if (kind === 'kicked' && !(isOfServer && pause))
      tell({ kind: 'galene.kicked', value, ...(isOfServer && { everybody: true }) });
    if (kind === 'mute') tell({ kind: 'galene.warning', value: 'You have been muted' });
  };

  const hearServer = (message: GaleneMessage): void => {
    pinged_ms = undefined;
    if (message.type === 'joined') hearJoined(message);
    // Anybody may send such a message; only the server and operators are believed, also by Galène's page.
    else if (message.type === 'usermessage' && message.privileged) hearOperator(message);
  };

  const hearPage = (message: GaleneMessage): void => {
    const { type, kind } = message;
    if (type === 'handshake') own_id = message.id;
    else if (type === 'join' && kind === 'join') mayBeProbe = message.token !== '' && message.username === '';
    else if (type === 'request') stays();
    else if (type === 'ping') pinged_ms ??= now();
  };

  return {
    opened() {
      out();
      tries += 1;
      unheard = 0;
      isClosed = false;
      [facts, failure, redirect, own_id, mayBeProbe] = [[], undefined, undefined, '', false];
      [pause, pinged_ms] = [undefined, undefined];
    },
    leftOut(left_out) {
      unheard += left_out;
      if (left_out > 0) tell({ kind: 'galene.left_out', messages: unheard });
    },
    hear(from, message) {
      spoken_ms = now();
      (from === 'page' ? hearPage : hearServer)(message);
    },
    closed(by) {
      const wasProbe = mayBeProbe && isLetIn;
      pinged_ms = undefined;
      isClosed = true;
      out();
      // A page closes the socket of every try that failed, or led elsewhere.
      if (failure || redirect !== undefined) return;
      if (by === 'page') tell({ kind: 'galene.leave', id: own_id });
      if (!wasProbe) tell({ kind: 'galene.socket_closed', ...(pause && { [pause]: true }) });
    },
    hearAuthServer(answered) {
      if (answered === lacking) tell({ kind: 'galene.lacking' });
      if (!refusing.includes(answered)) return;
      failure = { error: '', value: notAuthorised };
      tell({ kind: 'galene.fail', value: notAuthorised });
    },
    stayedFromPortal: () => tell({ kind: 'galene.portal' }),
    get facts() {
      const isAnswered = pinged_ms === undefined || now() - pinged_ms < answersWithinMs;
      const isAsked = !isLetIn || now() - spoken_ms < saysSomethingWithinMs;
      return isAnswered && isAsked ? facts : [...facts, { kind: 'galene.unanswered' }];
    },
    get isTold() {
      return facts.some(({ kind }) => ofJoining.some((one) => one.kind === kind));
    },
    get tries() {
      return tries;
    },
    get redirect() {
      return redirect;
    },
    refuseRedirect() {
      if (redirect !== undefined) tell({ kind: 'galene.redirect', value: redirect, refused: true });
    },
    get failure() {
      return failure;
    },
    get isClosed() {
      return isClosed;
    },
    get hasJoined() {
      return isLetIn && !mayBeProbe;
    },
    get own_id() {
      return own_id;
    },
    get isLetIn() {
      return isLetIn;
    },
    get asides() {
      return [...asides].filter((words) => words !== '');
    },
  };
};
