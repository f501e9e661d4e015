/**
 * How the bot's own way into, through and out of a Jitsi meeting goes, as the page's store and its conference say. What
 * lasts for a moment only is kept. Pure but for its memory.
 */
import type { BreakoutView } from '../../../meeting/view.ts';
import type { WireFact } from '../../judging/facts.ts';
import { type Fields, fieldsOf } from '../../page/told-json.ts';
import { ask, conferenceIn, connectionIn, stateOf, valuesIn, wordOf } from './store.ts';

interface Room {
  readonly name: string | null;
  readonly isMain: boolean;
}

export interface JitsiWatch {
  /** Looks at the page; once it has a store, also whenever that changes. */
  look(): void;
  /** What the signs are told (test/corpus/README.md). */
  readonly facts: readonly WireFact[];
  readonly breakout: BreakoutView;
  /** Since when the bot is in the room that it is in. */
  readonly joined_ms: number | undefined;
  /** When it came there, where that was from another room: the page has let go of all that the bot showed. */
  readonly moved_ms: number | undefined;
  /** Whether the page has begun to join, whatever becomes of it. */
  readonly isPastTheDoor: boolean;
  /** Whether it has no more than that: it still asks its server for the meeting. */
  readonly isConnecting: boolean;
}

/** A conference is in one of these places from when the page has begun to join it. */
const places = ['conference', 'joining', 'membersOnly', 'passwordRequired', 'authRequired'] as const;

/** Whether it is clear that the press was taken by what came of it: a conference, or a failure. */
const hasBegun = (state: Fields): boolean =>
  Boolean(connectionIn(state).error) || [...places, 'error'].some((place) => Boolean(conferenceIn(state)[place]));

/**
 * The page has taken the press, and there is no conference before its server has answered (`joinConference` in features/prejoin).
 * A connection alone says nothing: pages of 2020 to 2023 connect behind the form.
 */
const isConnecting = (state: Fields): boolean =>
  fieldsOf(state['features/prejoin']).joiningInProgress === true && !hasBegun(state);

const working: readonly unknown[] = ['connected', 'completed'];
const failing: readonly unknown[] = ['disconnected', 'failed'];

/** Nothing is connected before somebody else is there. */
const isIceConnected = (app: unknown, { iceConnected }: Fields): boolean | undefined => {
  const shown = ask(fieldsOf(app).conference, 'getConnectionState');
  if (failing.includes(shown)) return false;
  return iceConnected === true || working.includes(shown) ? true : undefined;
};

const isJoined = (app: unknown, { conference, leaving }: Fields): boolean => {
  const told = ask(fieldsOf(app).conference, 'isJoined');
  return typeof told === 'boolean' ? told : conference !== undefined && conference !== leaving;
};

/**
 * The page turns it on with others (`_e2eeUpdated` in features/base/participants of jitsi-meet), and is given their keys. Where
 * keys are handed out elsewhere, or very many people are there, it does not: then what they send is noise to it.
 */
const isEncrypted = (state: Fields): boolean => {
  const { local, remote } = fieldsOf(state['features/base/participants']);
  const encrypts = (one: unknown): boolean => fieldsOf(one).e2eeEnabled === true;
  return !encrypts(local) && [...valuesIn(remote)].some(encrypts);
};

const stateFact = (app: unknown, state: Fields | undefined): WireFact => {
  if (!state) return { kind: 'jitsi.state', has_store: false };
  const conference = conferenceIn(state);
  const is_ice_connected = isIceConnected(app, conference);
  return {
    kind: 'jitsi.state',
    has_store: true,
    is_joined: isJoined(app, conference),
    ...(is_ice_connected !== undefined && { is_ice_connected }),
    knocking: fieldsOf(state['features/lobby']).knocking === true,
    members_only: Boolean(conference.membersOnly),
    waiting_for_host: Boolean(conference.lobbyWaitingForHost),
    auth_required: Boolean(conference.authRequired),
    ...(isConnecting(state) && { is_connecting: true }),
    ...(isEncrypted(state) && { is_encrypted: true }),
  };
};

/** Rooms are called by their id, or by their whole address; no name at all is the main room's. */
const roomIn = (rooms: Fields, wanted: string): Room | undefined => {
  for (const one of valuesIn(rooms)) {
    const { id, jid, name, isMainRoom } = fieldsOf(one);
    const isMain = isMainRoom === true;
    const isWanted = wanted === '' ? isMain : id === wanted || jid === wanted || id === wanted.split('@')[0];
    if (isWanted) return { name: wordOf(name) || null, isMain };
  }
  return undefined;
};

/** `onJoined`: is told of each meeting as soon as the bot is in it, of breakout rooms too. */
export const createJitsiWatch = (
  app: () => unknown,
  onJoined: (conference: unknown) => void = () => undefined,
  now: () => number = Date.now,
): JitsiWatch => {
  const heard = new WeakSet<object>();
  let store: unknown;
  let rooms: Fields = {};
  /** Of the conference, and of the connection to the server, without which there is none. */
  const errors: unknown[] = [];
  let failed: WireFact | undefined;
  let isKicked = false;
  /** Where the bot is moved to, until it is there, and where it was moved to last. */
  let target: Room | undefined;
  let here: Room | undefined;
  let conference: unknown;
  let joined_ms: number | undefined;
  let moved_ms: number | undefined;

  const fail = (name: unknown, params: readonly unknown[]): void => {
    const reason = wordOf(params[0]);
    failed = { kind: 'jitsi.failed', error: wordOf(name), ...(reason !== '' && { reason }) };
  };

  /** The page forgets its rooms as soon as it moves; into a room that it does not know it does not move. */
  const moveTo = (room: unknown): void => {
    target = roomIn(rooms, wordOf(room)) ?? target;
  };

  const hear = (known: unknown): void => {
    if (typeof known !== 'object' || known === null || heard.has(known)) return;
    heard.add(known);
    ask(known, 'on', 'conference.failed', (name: unknown, ...params: unknown[]) => fail(name, params));
    ask(known, 'on', 'conference.kicked', () => {
      isKicked = true;
    });
    ask(known, 'on', 'conference.breakout-rooms.move-to-room', moveTo);
  };

  const enter = (joined: unknown): void => {
    conference = joined;
    if (joined_ms !== undefined) moved_ms = now();
    joined_ms = now();
    failed = undefined;
    isKicked = false;
    here = target ?? here;
    target = undefined;
    onJoined(joined);
  };

  const look = (): void => {
    const page = app();
    const state = stateOf(page);
    if (!state) return;
    const { store: known } = fieldsOf(page);
    if (known !== store) {
      store = known;
      ask(known, 'subscribe', look);
    }
    const shown = conferenceIn(state);
    for (const place of places) hear(shown[place]);
    const { rooms: all } = fieldsOf(state['features/breakout-rooms']);
    if (Object.keys(fieldsOf(all)).length > 0) rooms = fieldsOf(all);
    for (const [at, { error }] of [connectionIn(state), shown].entries()) {
      if (error === errors[at]) continue;
      errors[at] = error;
      const { name, params } = fieldsOf(error);
      if (error) fail(name, Array.isArray(params) ? params : []);
    }
    if (shown.conference && shown.conference !== conference) enter(shown.conference);
  };

  const isInside = (): boolean => {
    const told = ask(ask(conference, 'getBreakoutRooms'), 'isBreakoutRoom');
    // The page may have come back to the main room without having been sent there.
    return typeof told === 'boolean' ? told : here?.isMain === false;
  };

  return {
    look,
    get facts() {
      const page = app();
      return [
        stateFact(page, stateOf(page)),
        ...(failed ? [failed] : []),
        ...(isKicked ? [{ kind: 'jitsi.kicked' }] : []),
        ...(target ? [{ kind: 'jitsi.move_to_room' }] : []),
      ];
    },
    get breakout(): BreakoutView {
      if (target) return { state: target.isMain ? 'leaving' : 'joining', room_name: target.name };
      if (!isInside()) return { state: 'none', room_name: null };
      const name = wordOf(ask(conference, 'getName'));
      return { state: 'inside', room_name: roomIn(rooms, name)?.name ?? here?.name ?? null };
    },
    get joined_ms() {
      return joined_ms;
    },
    get moved_ms() {
      return moved_ms;
    },
    get isPastTheDoor() {
      const state = stateOf(app());
      return state !== undefined && (hasBegun(state) || isConnecting(state));
    },
    get isConnecting() {
      const state = stateOf(app());
      return state !== undefined && isConnecting(state);
    },
  };
};
