import { createBreakouts } from './breakouts.ts';
import { createChat } from './chat.ts';
import { type Delivery, held, notice, over, tell } from './delivery.ts';
import { createLobby, type LobbySettings } from './lobby.ts';
import type {
  CaptionInput,
  ClientMessage,
  Join,
  Outcome,
  Participant,
  RecordingStatus,
  ServerMessage,
  WaitingPerson,
} from './protocol.ts';

const CAPACITY = 16;

export interface RoomSettings extends LobbySettings {
  has_waiting_room: boolean;
  recording: 'allowed' | 'ask';
}

export type Room = ReturnType<typeof createRoom>;
type Said<T extends ClientMessage['type']> = Extract<ClientMessage, { type: T }>;
type Handlers<T extends ClientMessage['type']> = {
  [K in T]: (sender: Participant, message: Said<K>, now: number) => Delivery[];
};

/**
 * One meeting as a state machine: takes what people say and what time it is, returns what to tell whom.
 * Knows nothing of sockets; people are known by the ids that the caller gives them.
 */
export const createRoom = (settings: RoomSettings) => {
  const inMeeting = new Map<string, Participant>();
  const waiting = new Map<string, Participant>();
  const lobby = createLobby(settings);
  const breakouts = createBreakouts();
  const chat = createChat();
  let recording = (settings.recording === 'ask' ? 'not_asked' : 'allowed') as RecordingStatus;
  let requestedBy: string | undefined;
  let ended = false;

  /** Those who are in the same room, the main one or a breakout room. */
  const peopleIn = (place: string | undefined) =>
    [...inMeeting.values()].filter(({ participant_id }) => breakouts.placeOf(participant_id) === place);
  const around = ({ participant_id }: Participant) => peopleIn(breakouts.placeOf(participant_id));
  const hosts = () => [...inMeeting.values()].filter((participant) => participant.is_host);

  const waitingList = (): Delivery[] => {
    const people: WaitingPerson[] = [...waiting.values()].map(({ participant_id, name }) => ({ participant_id, name }));
    return tell(hosts(), { type: 'waiting_list', people });
  };

  const recordingMessage = (): ServerMessage => ({
    type: 'recording',
    recording,
    ...(requestedBy === undefined ? {} : { requested_by: requestedBy }),
  });

  const breakoutsMessage = (): ServerMessage => ({ type: 'breakouts', room_names: breakouts.names() });

  /** Those who waited for the one who has just come in. */
  const follow = (newcomer: Participant, now: number): Delivery[] => {
    const { released, changed } = lobby.entered(newcomer, [...inMeeting.values()]);
    return [
      ...changed.map(({ participant, reason }) => held(participant.participant_id, reason)),
      ...released.flatMap((participant) => come(participant, now)),
    ];
  };

  const enter = (participant: Participant, now: number): Delivery[] => {
    const self = { ...participant, joined_at_ms: now };
    const others = peopleIn(undefined);
    const announced = tell(others, { type: 'participant_joined', participant: self });
    inMeeting.set(self.participant_id, self);
    return [
      { to: self.participant_id, message: { type: 'joined', self, others, recording } },
      ...announced,
      ...(self.is_host
        ? [...tell([self], recordingMessage()), ...tell([self], breakoutsMessage()), ...waitingList()]
        : []),
      ...follow(self, now),
    ];
  };

  /** Comes in, or waits for a host to answer. */
  const come = (participant: Participant, now: number): Delivery[] => {
    const { participant_id, is_host } = participant;
    if (inMeeting.size >= CAPACITY) return [over(participant_id, 'full')];
    if (!settings.has_waiting_room || is_host) return enter(participant, now);
    waiting.set(participant_id, participant);
    return [{ to: participant_id, message: { type: 'waiting' } }, ...waitingList()];
  };

  /** Somebody asks to come in: is let in, waits, or is told why not. */
  const join = (participant_id: string, input: Omit<Join, 'type'> & { is_host: boolean }, now: number): Delivery[] => {
    if (ended) return [over(participant_id, 'ended')];
    const participant: Participant = {
      participant_id,
      ...input,
      joined_at_ms: now,
      screen: false,
      wants_video: true,
      cameras: {},
    };
    const reason = lobby.reasonFor(participant, [...inMeeting.values()]);
    if (!reason) return come(participant, now);
    lobby.hold(participant, reason);
    return [held(participant_id, reason)];
  };

  const depart = (participant_id: string, outcome: Outcome): Delivery[] => {
    if (lobby.forget(participant_id)) return [over(participant_id, outcome)];
    if (waiting.delete(participant_id)) return [over(participant_id, outcome), ...waitingList()];
    const participant = inMeeting.get(participant_id);
    if (!participant) return [];
    const left = around(participant).filter((other) => other !== participant);
    inMeeting.delete(participant_id);
    breakouts.forget(participant_id);
    return [over(participant_id, outcome), ...tell(left, { type: 'participant_left', participant_id })];
  };

  /** Takes somebody to another room; `step` changes where they are, and says whether it did. */
  const move = (person: Participant, step: (id: string) => boolean): Delivery[] => {
    const { participant_id } = person;
    const left = around(person).filter((other) => other !== person);
    if (!step(participant_id)) return [];
    const others = around(person).filter((other) => other !== person);
    const room_name = breakouts.placeOf(participant_id) ?? null;
    return [
      ...tell(left, { type: 'participant_left', participant_id }),
      { to: participant_id, message: { type: 'moved', room_name, others } },
      ...tell(others, { type: 'participant_joined', participant: person }),
    ];
  };

  const setRecording = (status: RecordingStatus, by?: string): Delivery[] => {
    recording = status;
    requestedBy = by;
    return tell(inMeeting.values(), recordingMessage());
  };

  const end = (): Delivery[] => {
    ended = true;
    const everyone = [...inMeeting.keys(), ...waiting.keys(), ...lobby.ids()];
    for (const id of lobby.ids()) lobby.forget(id);
    inMeeting.clear();
    waiting.clear();
    return everyone.map((to) => over(to, 'ended'));
  };

  const change = (participant: Participant): Delivery[] => {
    inMeeting.set(participant.participant_id, participant);
    return tell(around(participant), { type: 'participant_changed', participant });
  };

  const hostHandlers: Handlers<
    | 'admit'
    | 'refuse'
    | 'remove'
    | 'allow_recording'
    | 'refuse_recording'
    | 'end'
    | 'open_breakouts'
    | 'close_breakouts'
  > = {
    admit: (host, { participant_id }, now) => {
      const person = waiting.get(participant_id);
      if (!person) return [];
      if (inMeeting.size >= CAPACITY) return [notice(host.participant_id, 'The meeting is full.')];
      waiting.delete(participant_id);
      return [...enter(person, now), ...waitingList()];
    },
    refuse: (_, { participant_id }) => (waiting.has(participant_id) ? depart(participant_id, 'refused') : []),
    remove: (_, { participant_id }) => (inMeeting.has(participant_id) ? depart(participant_id, 'removed') : []),
    allow_recording: () => setRecording('allowed'),
    refuse_recording: () => setRecording('denied'),
    end: () => end(),
    open_breakouts: (_, { rooms }) => {
      breakouts.open(rooms);
      const invitations = [...inMeeting.keys()].flatMap((to): Delivery[] => {
        const room_name = breakouts.invitationOf(to);
        return room_name === undefined ? [] : [{ to, message: { type: 'breakout', state: 'invited', room_name } }];
      });
      return [...invitations, ...tell(hosts(), breakoutsMessage())];
    },
    close_breakouts: () => {
      const { invited, inside } = breakouts.close();
      const to = (ids: string[], state: 'none' | 'leaving'): Delivery[] =>
        ids.map((to) => ({ to, message: { type: 'breakout', state, room_name: breakouts.placeOf(to) ?? null } }));
      const withdrawn = invited.filter((id) => !inside.includes(id));
      return [...to(withdrawn, 'none'), ...to(inside, 'leaving'), ...tell(hosts(), breakoutsMessage())];
    },
  };

  const handlers: Handlers<Exclude<ClientMessage['type'], 'leave' | keyof typeof hostHandlers>> = {
    signal: (sender, { to, signal }) =>
      around(sender).some(({ participant_id }) => participant_id === to)
        ? [{ to, message: { type: 'signal', from: sender.participant_id, signal } }]
        : [],
    media: (sender, { microphone, camera, screen }) => change({ ...sender, microphone, camera, screen }),
    wants_video: (sender, { wants_video }) => change({ ...sender, wants_video }),
    wants_cameras: (sender, { cameras }) => change({ ...sender, cameras }),
    chat: (sender, written, now) => chat.write(sender, around(sender), written, now),
    edit_chat: (sender, edited, now) => chat.edit(sender.participant_id, edited, now),
    request_recording: (sender) => {
      if (recording === 'allowed' || recording === 'requested') return [];
      return sender.is_host ? setRecording('allowed') : setRecording('requested', sender.name);
    },
    accept_breakout: (sender) => move(sender, breakouts.accept),
    return_to_main: (sender) => move(sender, breakouts.leave),
  };

  const isForHosts = (message: ClientMessage): message is Said<keyof typeof hostHandlers> =>
    Object.hasOwn(hostHandlers, message.type);

  /** Something a person said. What only a host may do is answered with a notice when others try. */
  const receive = (from: string, message: ClientMessage, now: number): Delivery[] => {
    if (message.type === 'leave') return depart(from, 'left');
    const sender = inMeeting.get(from);
    if (!sender) return [];
    if (isForHosts(message) && !sender.is_host) return [notice(from, 'Only the host of this meeting can do that.')];
    const handle = { ...handlers, ...hostHandlers }[message.type] as (
      sender: Participant,
      message: ClientMessage,
      now: number,
    ) => Delivery[];
    return handle(sender, message, now);
  };

  /** A caption for everybody in the speaker's room; nobody hears of one whose speaker is not there. */
  const caption = ({ speaker_id, ...input }: CaptionInput): Delivery[] => {
    const speaker = inMeeting.get(speaker_id);
    if (!speaker) return [];
    const spoken = { ...input, speaker_id, speaker_name: speaker.name };
    return tell(around(speaker), { type: 'caption', caption: spoken });
  };

  return {
    join,
    receive,
    caption,
    end,
    isPresent: (participant_id: string) => inMeeting.has(participant_id),
    names: () => [...inMeeting.values()].map(({ name }) => name),
    isEmpty: () => inMeeting.size === 0 && waiting.size === 0 && lobby.ids().length === 0,
    isEnded: () => ended,
    recording: () => recording,
    hasWaitingRoom: () => settings.has_waiting_room,
  };
};
