import type { CaptionInput, ClientMessage, Participant, RecordingStatus } from '../protocol.ts';
import { type AttendanceSettings, createAttendance } from './attendance.ts';
import { createCaptions } from './captions.ts';
import { createChat } from './chat.ts';
import { type Delivery, notice, tell } from './delivery.ts';
import { breakoutsMessage, createHosting, type Handlers } from './hosting.ts';
import { createRecordingPermission } from './recording-permission.ts';

export interface RoomSettings extends AttendanceSettings {
  readonly recording: 'allowed' | 'ask';
}

export type Room = ReturnType<typeof createRoom>;
type Handler = (sender: Participant, message: ClientMessage, now: number) => Delivery[];

/**
 * One meeting as a state machine: takes what people say and what time it is, returns what to tell whom.
 * Knows nothing of sockets; people are known by the ids that the caller gives them.
 */
export const createRoom = (settings: RoomSettings) => {
  const chat = createChat();
  const captions = createCaptions();
  const permission = createRecordingPermission(settings.recording);
  let announcement: string | undefined;
  const attendance = createAttendance(settings, {
    recording: () => permission.status,
    forEverybody: (person) => [
      ...(announcement === undefined ? [] : [notice(person.participant_id, announcement)]),
      ...(permission.isRecorded() ? tell([person], permission.message()) : []),
    ],
    forHost: (host) => [...tell([host], permission.message()), ...tell([host], breakoutsMessage(attendance))],
  });
  const { around, breakouts, change, depart, find, people } = attendance;

  const setRecording = (status: RecordingStatus, by?: string): Delivery[] => tell(people(), permission.set(status, by));

  const hosting = createHosting({ attendance, setRecording });

  const handlers: Handlers<Exclude<ClientMessage['type'], 'leave' | keyof typeof hosting>> = {
    signal: (sender, { to, signal }) =>
      around(sender).some(({ participant_id }) => participant_id === to)
        ? [{ to, message: { type: 'signal', from: sender.participant_id, signal } }]
        : [],
    media: (sender, { microphone, camera, screen }) => change({ ...sender, microphone, camera, screen }),
    wants_video: (sender, { wants_video }) => change({ ...sender, wants_video }),
    wants_cameras: (sender, { cameras }) => change({ ...sender, cameras }),
    caption_language: (sender, { language }) => captions.choose(sender, language),
    chat: (sender, written, now) => chat.write(sender, around(sender), written, now),
    edit_chat: (sender, edited, now) => chat.edit(sender.participant_id, edited, now),
    request_recording: (sender) => {
      if (permission.status === 'allowed' || permission.status === 'requested') return [];
      return sender.is_host ? setRecording('allowed') : setRecording('requested', sender.name);
    },
    accept_breakout: (sender) => attendance.move(sender, breakouts.accept),
    return_to_main: (sender) => attendance.move(sender, breakouts.leave),
  };

  const isForHosts = ({ type }: ClientMessage): boolean => Object.hasOwn(hosting, type);

  /** Something a person said. What only a host may do is answered with a notice when others try. */
  const receive = (from: string, message: ClientMessage, now: number): Delivery[] => {
    if (message.type === 'leave') return depart(from, 'left');
    const sender = find(from);
    if (!sender) return [];
    if (isForHosts(message) && !sender.is_host) return [notice(from, 'Only the host of this meeting can do that.')];
    const handle = { ...handlers, ...hosting }[message.type] as Handler;
    return handle(sender, message, now);
  };

  /** A caption for everybody in the speaker's room; nobody hears of one whose speaker is not there. */
  const caption = (input: CaptionInput): Delivery[] => {
    const speaker = find(input.speaker_id);
    return speaker ? captions.write(speaker, around(speaker), input) : [];
  };

  return {
    join: attendance.join,
    receive,
    caption,
    /** Tells everybody something, and everybody who comes later. */
    announce: (text: string): Delivery[] => {
      announcement = text;
      return people().map(({ participant_id }) => notice(participant_id, text));
    },
    /** Tells everybody which bots record now, and everybody who comes later. */
    recordedBy: (names: readonly string[]): Delivery[] => tell(people(), permission.setRecorders(names)),
    end: attendance.end,
    isPresent: (participant_id: string) => find(participant_id) !== undefined,
    names: () => people().map(({ name }) => name),
    isEmpty: attendance.isEmpty,
    wasEntered: attendance.wasEntered,
    isEnded: attendance.isEnded,
    recording: () => permission.status,
    hasWaitingRoom: () => settings.has_waiting_room,
  };
};
