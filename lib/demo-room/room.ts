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

/** One message to one person. After `over` that person is gone. */
export interface Delivery {
  to: string;
  message: ServerMessage;
}

export interface RoomSettings {
  has_waiting_room: boolean;
  recording: 'allowed' | 'ask';
}

export type Room = ReturnType<typeof createRoom>;

/**
 * One meeting as a state machine: takes what people say and what time it is, returns what to tell whom.
 * Knows nothing of sockets; people are known by the ids that the caller gives them.
 */
export const createRoom = (settings: RoomSettings) => {
  const inMeeting = new Map<string, Participant>();
  const waiting = new Map<string, Participant>();
  let recording = (settings.recording === 'ask' ? 'not_asked' : 'allowed') as RecordingStatus;
  let requestedBy: string | undefined;
  let ended = false;
  let messages = 0;

  const toAll = (message: ServerMessage): Delivery[] => [...inMeeting.keys()].map((to) => ({ to, message }));
  const hosts = () => [...inMeeting.values()].filter((participant) => participant.is_host);
  const over = (to: string, outcome: Outcome): Delivery => ({ to, message: { type: 'over', outcome } });
  const notice = (to: string, text: string): Delivery => ({ to, message: { type: 'notice', text } });

  const waitingList = (): Delivery[] => {
    const people: WaitingPerson[] = [...waiting.values()].map(({ participant_id, name }) => ({ participant_id, name }));
    return hosts().map((host) => ({ to: host.participant_id, message: { type: 'waiting_list', people } }));
  };

  const recordingMessage = (): ServerMessage => ({
    type: 'recording',
    recording,
    ...(requestedBy === undefined ? {} : { requested_by: requestedBy }),
  });

  const enter = (participant: Participant, now: number): Delivery[] => {
    const self = { ...participant, joined_at_ms: now };
    const others = [...inMeeting.values()];
    const announced = toAll({ type: 'participant_joined', participant: self });
    inMeeting.set(self.participant_id, self);
    return [
      { to: self.participant_id, message: { type: 'joined', self, others, recording } },
      ...announced,
      ...(self.is_host ? [{ to: self.participant_id, message: recordingMessage() }, ...waitingList()] : []),
    ];
  };

  /** Somebody asks to come in: is let in, waits for a host, or is told why not. */
  const join = (participant_id: string, input: Omit<Join, 'type'> & { is_host: boolean }, now: number): Delivery[] => {
    if (ended) return [over(participant_id, 'ended')];
    if (inMeeting.size >= CAPACITY) return [over(participant_id, 'full')];
    const participant: Participant = {
      participant_id,
      ...input,
      joined_at_ms: now,
      screen: false,
      wants_video: true,
    };
    if (!settings.has_waiting_room || input.is_host) return enter(participant, now);
    waiting.set(participant_id, participant);
    return [{ to: participant_id, message: { type: 'waiting' } }, ...waitingList()];
  };

  const depart = (participant_id: string, outcome: Outcome): Delivery[] => {
    if (waiting.delete(participant_id)) return [over(participant_id, outcome), ...waitingList()];
    if (!inMeeting.delete(participant_id)) return [];
    return [over(participant_id, outcome), ...toAll({ type: 'participant_left', participant_id })];
  };

  const setRecording = (status: RecordingStatus, by?: string): Delivery[] => {
    recording = status;
    requestedBy = by;
    return toAll(recordingMessage());
  };

  const end = (): Delivery[] => {
    ended = true;
    const everyone = [...inMeeting.keys(), ...waiting.keys()];
    inMeeting.clear();
    waiting.clear();
    return everyone.map((to) => over(to, 'ended'));
  };

  /** Who reads a message; undefined when it is for somebody who is not there. The sender always does. */
  const readersOf = (to: string, sender_id: string): Set<string> | undefined => {
    if (to === 'everyone') return new Set(inMeeting.keys());
    if (to === 'everyone_but_host') {
      const guests = [...inMeeting.values()].filter(({ is_host }) => !is_host);
      return new Set([sender_id, ...guests.map(({ participant_id }) => participant_id)]);
    }
    return inMeeting.has(to) ? new Set([sender_id, to]) : undefined;
  };

  const chat = (sender: Participant, to: string, text: string, now: number): Delivery[] => {
    const readers = readersOf(to, sender.participant_id);
    if (!readers) {
      return [notice(sender.participant_id, 'Your message was not sent: that person has left.')];
    }
    messages += 1;
    const message: ServerMessage = {
      type: 'chat',
      message: {
        message_id: `message-${messages}`,
        sender_id: sender.participant_id,
        sender_name: sender.name,
        to,
        text,
        timestamp_ms: now,
      },
    };
    return [...readers].map((reader) => ({ to: reader, message }));
  };

  const fromHost = (host: Participant, message: ClientMessage, now: number): Delivery[] => {
    switch (message.type) {
      case 'admit': {
        const person = waiting.get(message.participant_id);
        if (!person) return [];
        if (inMeeting.size >= CAPACITY) return [notice(host.participant_id, 'The meeting is full.')];
        waiting.delete(person.participant_id);
        return [...enter(person, now), ...waitingList()];
      }
      case 'refuse':
        return waiting.has(message.participant_id) ? depart(message.participant_id, 'refused') : [];
      case 'remove':
        return inMeeting.has(message.participant_id) ? depart(message.participant_id, 'removed') : [];
      case 'allow_recording':
        return setRecording('allowed');
      case 'refuse_recording':
        return setRecording('denied');
      case 'end':
        return end();
      default:
        return [];
    }
  };

  const change = (participant: Participant): Delivery[] => {
    inMeeting.set(participant.participant_id, participant);
    return toAll({ type: 'participant_changed', participant });
  };

  /** Something a person said. What only a host may do is answered with a notice when others try. */
  const receive = (from: string, message: ClientMessage, now: number): Delivery[] => {
    if (message.type === 'leave') return depart(from, 'left');
    const sender = inMeeting.get(from);
    if (!sender) return [];
    switch (message.type) {
      case 'signal':
        return inMeeting.has(message.to)
          ? [{ to: message.to, message: { type: 'signal', from, signal: message.signal } }]
          : [];
      case 'media': {
        const { microphone, camera, screen } = message;
        return change({ ...sender, microphone, camera, screen });
      }
      case 'wants_video':
        return change({ ...sender, wants_video: message.wants_video });
      case 'chat':
        return chat(sender, message.to, message.text, now);
      case 'request_recording':
        if (recording === 'allowed' || recording === 'requested') return [];
        return sender.is_host ? setRecording('allowed') : setRecording('requested', sender.name);
      default:
        return sender.is_host
          ? fromHost(sender, message, now)
          : [notice(from, 'Only the host of this meeting can do that.')];
    }
  };

  /** A caption for everybody in the meeting; nobody hears of one whose speaker is not there. */
  const caption = ({ speaker_id, ...input }: CaptionInput): Delivery[] => {
    const speaker = inMeeting.get(speaker_id);
    if (!speaker) return [];
    return toAll({ type: 'caption', caption: { ...input, speaker_id, speaker_name: speaker.name } });
  };

  return {
    join,
    receive,
    caption,
    end,
    isPresent: (participant_id: string) => inMeeting.has(participant_id),
    names: () => [...inMeeting.values()].map(({ name }) => name),
    isEmpty: () => inMeeting.size === 0 && waiting.size === 0,
    isEnded: () => ended,
    recording: () => recording,
    hasWaitingRoom: () => settings.has_waiting_room,
  };
};
