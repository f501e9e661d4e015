/** What LiveKit's server says of a meeting as the bot comes in, and as others come and go. */
import { createLiveKitRoster } from '../../../../../lib/capture/platforms/livekit/page/roster.ts';
import { type ProtoFields, proto } from '../../../../lab/builders/proto.ts';

export const [video, audio] = [1, 0];
export const [camera, microphone, screen, screenSound] = [1, 2, 3, 4];
const active = 2;
export const gone = 3;

export const aTrack = (sid: string, type: number, source: number, more: ProtoFields = {}): ProtoFields => ({
  1: sid,
  ...(type && { 2: type }),
  9: source,
  ...more,
});
export const aParticipant = (sid: string, identity: string, more: ProtoFields = {}): ProtoFields => ({
  1: sid,
  2: identity,
  3: active,
  ...more,
});
export const joined = (self: ProtoFields, ...others: ProtoFields[]): Uint8Array => proto({ 1: { 2: self, 3: others } });
export const updated = (...members: ProtoFields[]): Uint8Array => proto({ 5: { 1: members } });
export const left = (reason: number, more: ProtoFields = {}): Uint8Array => proto({ 8: { 2: reason, ...more } });

export const bot = aParticipant('PA_bot', 'bot', { 9: 'Notes' });
export const ada = aParticipant('PA_ada', 'ada', {
  9: 'Ada',
  17: 1_795_000_000_123,
  4: [aTrack('TR_mic', audio, microphone)],
});

/** The bot is in the meeting, and its media have got through. */
export const inside = (...others: ProtoFields[]) => {
  const roster = createLiveKitRoster();
  const socket = roster.connect();
  socket.hear('other', joined(bot, ...others));
  roster.reached();
  return { roster, socket };
};
