import type { Join, Outcome, Participant, RecordingStatus, WaitingPerson } from '../protocol.ts';
import { createBreakouts } from './breakouts.ts';
import { type Delivery, held, notice, over, tell } from './delivery.ts';
import { createLobby, type LobbySettings } from './lobby.ts';

const capacity = 16;

export interface AttendanceSettings extends LobbySettings {
  readonly has_waiting_room: boolean;
}

interface Welcome {
  recording(): RecordingStatus;
  /** What everybody is told. */
  forEverybody(newcomer: Participant): Delivery[];
  /** What a host is told besides who waits. */
  forHost(host: Participant): Delivery[];
}

/** Who is in the meeting and in which of its rooms, who waits to come in, and who hears of it. */
export const createAttendance = (settings: AttendanceSettings, welcome: Welcome) => {
  const inMeeting = new Map<string, Participant>();
  const waiting = new Map<string, Participant>();
  const lobby = createLobby(settings);
  const breakouts = createBreakouts();
  let ended = false;
  let entered = false;

  /** Those who are in the same room, the main one or a breakout room. */
  const peopleIn = (place: string | undefined): Participant[] =>
    [...inMeeting.values()].filter(({ participant_id }) => breakouts.placeOf(participant_id) === place);
  const around = ({ participant_id }: Participant) => peopleIn(breakouts.placeOf(participant_id));
  const hosts = (): Participant[] => [...inMeeting.values()].filter((participant) => participant.is_host);

  const waitingList = (): Delivery[] => {
    const people: WaitingPerson[] = [...waiting.values()].map(({ participant_id, name }) => ({ participant_id, name }));
    return tell(hosts(), { type: 'waiting_list', people });
  };

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
    entered = true;
    return [
      { to: self.participant_id, message: { type: 'joined', self, others, recording: welcome.recording() } },
      ...announced,
      ...welcome.forEverybody(self),
      ...(self.is_host ? [...welcome.forHost(self), ...waitingList()] : []),
      ...follow(self, now),
    ];
  };

  /** Comes in, or waits for a host to answer. */
  const come = (participant: Participant, now: number): Delivery[] => {
    const { participant_id, is_host } = participant;
    if (inMeeting.size >= capacity) return [over(participant_id, 'full')];
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

  const admit = (host: Participant, participant_id: string, now: number): Delivery[] => {
    const person = waiting.get(participant_id);
    if (!person) return [];
    if (inMeeting.size >= capacity) return [notice(host.participant_id, 'The meeting is full.')];
    waiting.delete(participant_id);
    return [...enter(person, now), ...waitingList()];
  };

  /** Somebody is gone from wherever they were. */
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

  const change = (participant: Participant): Delivery[] => {
    inMeeting.set(participant.participant_id, participant);
    return tell(around(participant), { type: 'participant_changed', participant });
  };

  const end = (): Delivery[] => {
    ended = true;
    const everyone = [...inMeeting.keys(), ...waiting.keys(), ...lobby.ids()];
    for (const id of lobby.ids()) lobby.forget(id);
    inMeeting.clear();
    waiting.clear();
    return everyone.map((to) => over(to, 'ended'));
  };

  return {
    breakouts,
    join,
    admit,
    depart,
    move,
    change,
    end,
    around,
    hosts,
    find: (participant_id: string) => inMeeting.get(participant_id),
    isWaiting: (participant_id: string) => waiting.has(participant_id),
    people: () => [...inMeeting.values()],
    isEmpty: () => inMeeting.size === 0 && waiting.size === 0 && lobby.ids().length === 0,
    /** Whether anybody was ever in the meeting. */
    wasEntered: () => entered,
    isEnded: () => ended,
  };
};
export type Attendance = ReturnType<typeof createAttendance>;
