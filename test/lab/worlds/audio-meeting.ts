/** Two bots in a demo room, each with a client's server that hears the meeting and speaks in it. */
import { audioSocketOf } from '../../../lib/capture/audio-socket/audio-socket.ts';
import { browserMeetings } from '../../../lib/capture/browser/browser-meeting.ts';
import { demoRoom } from '../../../lib/capture/platforms/demo-room/index.ts';
import { runCaptureSession } from '../../../lib/capture/session/session.ts';
import { startDemoRoom } from '../../../lib/demo-room/own-server.ts';
import { anAssignment } from '../builders/assignment.ts';
import { aFakeBot, type FakeBot } from '../doubles/fake-bot.ts';
import { aMemoryStore } from '../doubles/memory-segments.ts';
import { type AudioServer, anAudioServer } from '../hosts/audio-server.ts';

const guard = { allow_loopback: true };
const sample_rate = 16_000;

interface Attendee {
  readonly bot: FakeBot;
  readonly server: AudioServer;
  readonly logged: string[];
}

/** `per_participant`: the servers hear everybody by themselves too. */
export const anAudioMeeting = async ({ per_participant = false } = {}) => {
  await using held = new AsyncDisposableStack();
  const service = held.use(await startDemoRoom());
  const room = service.demoRoom.createRoom({});
  const stop = new AbortController();
  const sessions: Promise<unknown>[] = [];

  const attend = async (bot_name: string): Promise<Attendee> => {
    const server = held.use(await anAudioServer());
    const bot = aFakeBot('joining');
    const logged: string[] = [];
    const settings = { url: server.url, sample_rate, per_participant } as const;
    const openAudioSocket = audioSocketOf({ settings, bot_id: bot_name, guard });
    const session = runCaptureSession(
      {
        line: bot,
        meetings: browserMeetings({ platform: demoRoom }),
        segments: aMemoryStore(),
        outlet: { guard, openAudioSocket },
        log: (message, fields) => logged.push(fields ? `${message} ${JSON.stringify(fields)}` : message),
      },
      anAssignment({
        meeting_url: service.base_url + room.room_path,
        bot_name,
        recording_settings: { format: 'none', view: 'speaker_view', resolution: '720p' },
      }),
      stop.signal,
    );
    sessions.push(session.catch(() => undefined));
    return { bot, server, logged };
  };
  held.defer(async () => {
    stop.abort();
    await Promise.all(sessions);
  });
  const speaker = await attend('Speaker');
  const listener = await attend('Listener');
  const release = held.move();
  return { speaker, listener, [Symbol.asyncDispose]: () => release.disposeAsync() };
};
