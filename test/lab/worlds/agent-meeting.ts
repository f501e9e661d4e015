/** A bot in a demo room with somebody who tells what it shows and says. */
import { type BrowserMeetings, browserMeetings } from '../../../lib/capture/browser/browser-meeting.ts';
import { demoRoom } from '../../../lib/capture/platforms/demo-room/index.ts';
import type { OutletPorts } from '../../../lib/capture/session/ports.ts';
import { runCaptureSession } from '../../../lib/capture/session/session.ts';
import { createAgentBrowser } from '../../../lib/capture/voice-agent/agent-browser.ts';
import { startDemoRoom } from '../../../lib/demo-room/own-server.ts';
import type { Perception } from '../../../lib/demo-room/scripted/actor/senses.ts';
import { runScript } from '../../../lib/demo-room/scripted/run-script.ts';
import { Script } from '../../../lib/demo-room/scripted/script.ts';
import { anAssignment } from '../builders/assignment.ts';
import { aFakeBot } from '../doubles/fake-bot.ts';
import { aMemoryStore } from '../doubles/memory-segments.ts';
import { until } from '../until.ts';

const bot_name = 'Notes';
const guard = { allow_loopback: true };
const [sayings, sayEveryMs] = [30, 10_000];

/** Maya is in the room, the bot joins her, in a browser that `launch` launches. */
export const aMeeting = async (outlet: OutletPorts, { launch }: Pick<BrowserMeetings, 'launch'> = {}) => {
  await using held = new AsyncDisposableStack();
  const service = held.use(await startDemoRoom());
  const room = service.demoRoom.createRoom({});
  const script = Script.parse({
    participants: [{ name: 'Maya', host: true, camera: { style: 'off' } }],
    timeline: [
      // Again and again: a busy machine tears what she says to pieces, and may miss what somebody makes of it.
      ...Array.from({ length: sayings }, (_, time) => ({
        at_ms: time * sayEveryMs,
        who: 'Maya',
        do: 'say',
        clip: 'maya-01',
      })),
      // She stays until the test is through.
      { at_ms: sayings * sayEveryMs, who: 'Maya', do: 'leave' },
    ],
  });
  const run = held.use(await runScript({ base_url: service.base_url, room, script }));
  const bot = aFakeBot('joining');
  const logged: { message: string; fields: unknown }[] = [];
  const stop = new AbortController();
  const session = runCaptureSession(
    {
      line: bot,
      meetings: browserMeetings({ platform: demoRoom, ...(launch && { launch }) }),
      segments: aMemoryStore(),
      outlet: { guard, openAgents: () => createAgentBrowser(guard), ...outlet },
      log: (message, fields = {}) => logged.push({ message, fields }),
    },
    anAssignment({
      meeting_url: service.base_url + room.room_path,
      bot_name,
      recording_settings: { format: 'none', view: 'speaker_view', resolution: '720p' },
    }),
    stop.signal,
  );
  const over = session.catch(() => undefined);
  held.defer(async () => {
    stop.abort();
    await over;
  });
  const release = held.move();

  const perceive = (for_ms?: number): Promise<Perception> => run.perceive('Maya', bot_name, for_ms);
  return {
    bot,
    logged,
    run,
    perceive,
    /** What Maya sees and hears of the bot, as soon as it is as wished. */
    until: (wish: (seen: Perception) => boolean): Promise<Perception> => until(() => perceive(300), wish),
    [Symbol.asyncDispose]: () => release.disposeAsync(),
  };
};
