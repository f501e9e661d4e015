/** What only a host of a meeting may do. */
import type { ClientMessage, Participant, RecordingStatus, ServerMessage } from '../protocol.ts';
import type { Attendance } from './attendance.ts';
import { type Delivery, tell } from './delivery.ts';

export type Said<T extends ClientMessage['type']> = Extract<ClientMessage, { type: T }>;
/** What each kind of message comes to: what to tell whom. */
export type Handlers<T extends ClientMessage['type']> = {
  readonly [K in T]: (sender: Participant, message: Said<K>, now: number) => Delivery[];
};

type HostAct =
  | 'admit'
  | 'refuse'
  | 'remove'
  | 'allow_recording'
  | 'refuse_recording'
  | 'end'
  | 'open_breakouts'
  | 'close_breakouts';

export interface HostingPorts {
  readonly attendance: Attendance;
  /** Changes whether the meeting may be recorded. */
  setRecording(status: RecordingStatus): Delivery[];
}

/** The breakout rooms that are open, as hosts are told of them. */
export const breakoutsMessage = ({ breakouts }: Pick<Attendance, 'breakouts'>): ServerMessage => ({
  type: 'breakouts',
  room_names: breakouts.names(),
});

export const createHosting = ({ attendance, setRecording }: HostingPorts): Handlers<HostAct> => {
  const { breakouts, depart, find, hosts, people } = attendance;
  const tellHosts = (): Delivery[] => tell(hosts(), breakoutsMessage(attendance));

  const openBreakouts = ({ rooms }: Said<'open_breakouts'>): Delivery[] => {
    breakouts.open(rooms);
    const invitations = people().flatMap(({ participant_id }): Delivery[] => {
      const room_name = breakouts.invitationOf(participant_id);
      if (room_name === undefined) return [];
      return [{ to: participant_id, message: { type: 'breakout', state: 'invited', room_name } }];
    });
    return [...invitations, ...tellHosts()];
  };

  const closeBreakouts = (): Delivery[] => {
    const { invited, inside } = breakouts.close();
    const to = (ids: string[], state: 'none' | 'leaving'): Delivery[] =>
      ids.map((to) => ({ to, message: { type: 'breakout', state, room_name: breakouts.placeOf(to) ?? null } }));
    const withdrawn = invited.filter((id) => !inside.includes(id));
    return [...to(withdrawn, 'none'), ...to(inside, 'leaving'), ...tellHosts()];
  };

  return {
    admit: (host, { participant_id }, now) => attendance.admit(host, participant_id, now),
    refuse: (_, { participant_id }) => (attendance.isWaiting(participant_id) ? depart(participant_id, 'refused') : []),
    remove: (_, { participant_id }) => (find(participant_id) ? depart(participant_id, 'removed') : []),
    allow_recording: () => setRecording('allowed'),
    refuse_recording: () => setRecording('denied'),
    end: () => attendance.end(),
    open_breakouts: (_, message) => openBreakouts(message),
    close_breakouts: closeBreakouts,
  };
};
