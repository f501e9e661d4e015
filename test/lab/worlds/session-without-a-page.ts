/** Whole sessions in meetings that no page shows, in a time that passes as fast as it is computed. */
import type { Meeting, MeetingRequest } from '../../../lib/capture/meeting/meeting.ts';
import type { MeetingRecorder, Sink } from '../../../lib/capture/meeting/source.ts';
import type { MeetingPhase } from '../../../lib/capture/meeting/view.ts';
import type { SessionClock, SessionPorts } from '../../../lib/capture/session/ports.ts';
import { runCaptureSession } from '../../../lib/capture/session/session.ts';
import type { LoginAnswer } from '../../../lib/domain/meeting/login.ts';
import { anAssignment } from '../builders/assignment.ts';
import { aParticipant, aView } from '../builders/meeting-views.ts';
import { aFakeBot, type FakeBot } from '../doubles/fake-bot.ts';
import { aMemoryStore } from '../doubles/memory-segments.ts';
import { aScriptedMeeting, type MeetingScript, type ScriptedMeeting } from '../doubles/scripted-meeting.ts';
import { aRushingClock } from '../doubles/session-clock.ts';

export const start_ms = Date.parse('2026-03-02T09:00:00.000Z');
export const ada = aParticipant('Ada', { user_uuid: 'user-ada', is_host: true });

/** A source of a meeting's own: it gives one segment as soon as it is started, and one when it is stopped. */
const ownRecorder: MeetingRecorder = {
  arm: async () => undefined,
  source: (_, take) => {
    let sink: Sink | undefined;
    return {
      async start(into) {
        sink = into;
        sink.begin({ start_timestamp_ms: start_ms }, Buffer.from('init'));
        sink.write({ index: 0, media: Buffer.from(`${take} begins`) });
      },
      async stop() {
        sink?.write({ index: 1, media: Buffer.from(`${take} ends`) });
        return undefined;
      },
      look: () => undefined,
    };
  },
};

interface Course {
  readonly clock?: SessionClock;
  readonly bot?: FakeBot;
  /** What the meeting shows so many seconds after the start. */
  readonly shows?: (seconds: number, hasAsked: boolean) => MeetingPhase;
  readonly onAct?: MeetingScript['onAct'];
  readonly assignment?: Parameters<typeof anAssignment>[0];
  readonly login?: (seconds: number) => Promise<LoginAnswer>;
  readonly tokens?: SessionPorts['tokens'];
  /** Opens the meeting for the first time, the second time …; by default always the same kind. */
  readonly open?: (made: () => ScriptedMeeting, time: number) => Meeting;
}

export const runSession = async ({
  bot = aFakeBot('joining'),
  clock = aRushingClock(start_ms),
  shows,
  onAct,
  assignment,
  login,
  tokens,
  open = (made) => made(),
}: Course) => {
  const store = aMemoryStore();
  const logged: { message: string; fields: unknown }[] = [];
  const acts: string[] = [];
  const opened: MeetingRequest[] = [];
  const arrivals: number[] = [];
  const seconds = () => (clock.now_ms() - start_ms) / 1000;
  const made = () =>
    aScriptedMeeting({
      shows: (hasAsked) =>
        aView({ phase: shows?.(seconds(), hasAsked) ?? (hasAsked ? 'in_meeting' : 'pre_join') }, [ada]),
      async onAct(act) {
        acts.push(act);
        await onAct?.(act);
      },
      recorder: ownRecorder,
    });
  const end = await runCaptureSession(
    {
      line: bot,
      meetings: {
        async open(request) {
          opened.push(request);
          return open(made, opened.length);
        },
      },
      segments: store,
      ...(tokens && { tokens }),
      ...(login && { login: () => login(seconds()) }),
      onArrival: () => void arrivals.push(seconds()),
      clock,
      log: (message, fields = {}) => void logged.push({ message, fields }),
    },
    anAssignment({ join_at: new Date(start_ms), ...assignment }),
    new AbortController().signal,
  );
  return { end, acts, arrivals, bot, logged, opened, store, times: opened.length, seconds: seconds() };
};

export const textOf = (store: ReturnType<typeof aMemoryStore>, name: string) =>
  Buffer.from(store.objects.get(name) ?? '').toString();

export const once = (act: () => void) => {
  let isDone = false;
  return (): void => {
    if (!isDone) act();
    isDone = true;
  };
};
