/** The steps of a bot's visit to a scripted meeting, whose time passes as fast as it is waited for. */
import type { CaptionView, MeetingView } from '../../../lib/capture/meeting/view.ts';
import { wishOf } from '../../../lib/capture/recording/quality.ts';
import { createTakes } from '../../../lib/capture/recording/takes.ts';
import { createChatDesk } from '../../../lib/capture/session/acting/chat-desk.ts';
import { type Attending, attend } from '../../../lib/capture/session/attend.ts';
import { createRoomKeeper } from '../../../lib/capture/session/breakout.ts';
import { createDiagnostics } from '../../../lib/capture/session/diagnostics.ts';
import { type Joining, join } from '../../../lib/capture/session/join.ts';
import { createLeaveWatch } from '../../../lib/capture/session/leaving/leave-watch.ts';
import { createParting } from '../../../lib/capture/session/leaving/parting.ts';
import { createWaits } from '../../../lib/capture/session/leaving/waits.ts';
import { createMediaKeeper } from '../../../lib/capture/session/media/media-keeper.ts';
import { createPace } from '../../../lib/capture/session/pace.ts';
import { createHosting } from '../../../lib/capture/session/people/hosting.ts';
import { createIntroduction } from '../../../lib/capture/session/people/introduction.ts';
import { createObserver } from '../../../lib/capture/session/people/observer.ts';
import { createPeopleSeen } from '../../../lib/capture/session/people/people-seen.ts';
import type { CaptureAssignment, SessionClock, SessionPorts, Succession } from '../../../lib/capture/session/ports.ts';
import { createRecordingControl } from '../../../lib/capture/session/recording/recording-control.ts';
import { createTranscribedTime } from '../../../lib/capture/session/speech/transcribed-time.ts';
import { createHanding } from '../../../lib/capture/session/succession/handing.ts';
import {
  type BotEventSubType,
  type BotState,
  type BotTrigger,
  isAllowed,
  isBetweenRooms,
  transition,
} from '../../../lib/domain/bot/lifecycle.ts';
import { ordersOf } from '../../../lib/domain/bot/orders.ts';
import type { Captured } from '../../../lib/domain/captured/captured.ts';
import type { MeetingCapabilities } from '../../../lib/domain/meeting/capabilities.ts';
import { anAssignment } from '../../lab/builders/assignment.ts';
import { aParticipant, aView } from '../../lab/builders/meeting-views.ts';
import { aBot } from '../../lab/builders/records.ts';
import { aFakeBot } from '../../lab/doubles/fake-bot.ts';
import { aMemoryStore } from '../../lab/doubles/memory-segments.ts';
import { type Act, aScriptedMeeting } from '../../lab/doubles/scripted-meeting.ts';

export const start_ms = Date.parse('2026-03-02T09:00:00.000Z');

export interface MeetingOptions {
  /** What the bot joins with. */
  readonly tokens?: SessionPorts['tokens'];
  /**
   * What the meeting shows so many seconds after the start; `hasAsked`: the bot has asked to be let in, since it was
   * loaded.
   */
  readonly shows: (seconds: number, hasAsked: boolean) => MeetingView;
  readonly state?: BotState;
  /** An earlier worker has told that it is in a breakout room. */
  readonly isInRoom?: true;
  readonly assignment?: Partial<CaptureAssignment>;
  /** What the API does so many seconds after the start. */
  readonly asked?: (seconds: number) => BotTrigger | undefined;
  readonly otherBots?: () => Promise<string[]>;
  /** What comes of asking to record. */
  readonly asks?: (seconds: number) => Promise<void>;
  readonly onLeave?: () => void;
  /** What the bot shows may have been turned off. */
  readonly onDoubt?: () => void;
  readonly capabilities?: Partial<MeetingCapabilities>;
  /** Who takes the bot over, or had it before. */
  readonly succession?: Succession;
  /** By when it shows something after it was asked. */
  readonly starts_within_ms?: number;
  /** Hears whatever else is done, before it is done; what fails here, fails for the bot. */
  readonly onAct?: (act: Act) => Promise<void>;
}

/** Asked for at every look. */
const known = new Map<BotState, ReturnType<typeof ordersOf>>();
const ordersIn = (state: BotState): ReturnType<typeof ordersOf> => {
  const orders = known.get(state) ?? ordersOf(aBot({ state }));
  known.set(state, orders);
  return orders;
};

/** Of no interest to those who read what a bot did. */
const unremarkable: readonly string[] = ['load', 'settle', 'want no pictures'];

/** Everything that a bot did in its meeting: `log` holds a line with the second for each. */
export const aMeeting = ({ shows, state: initial = 'joining', assignment: changes, ...options }: MeetingOptions) => {
  let now_ms = start_ms;
  let state = initial;
  let held: Parameters<typeof transition>[2];
  const told: string[] = [];
  const seconds = (): number => (now_ms - start_ms) / 1000;
  const note = (line: string): void => void told.push(`${Math.round(seconds())} ${line}`);
  const clock: SessionClock = {
    now_ms: () => now_ms,
    async pause(duration_ms, signal) {
      // Whatever is done without waiting is done by then, and may be all that was waited for.
      if (signal) await new Promise((resolve) => setImmediate(resolve));
      if (!signal?.aborted) now_ms += duration_ms;
    },
  };
  const log = (): void => undefined;
  const assignment = anAssignment(changes);

  const move = (trigger: BotTrigger): void => {
    const { target } = transition(state, trigger, held);
    if (isBetweenRooms(target)) held = state as typeof held;
    state = target;
  };
  const bot = {
    get state() {
      return state;
    },
    get orders() {
      return { ...ordersIn(state), ...(options.isInRoom && { is_in_breakout_room: true as const }) };
    },
    appointed: assignment,
    refresh: async () => undefined,
    isOver: false,
    onNews: () => () => undefined,
    missing: async () => undefined,
    nothingMissing: async () => undefined,
    settle: async () => undefined,
    async advance(trigger: BotTrigger, subType?: BotEventSubType) {
      if (!isAllowed(state, trigger)) return;
      move(trigger);
      note(subType ? `${trigger} (${subType})` : trigger);
    },
  };
  const meeting = aScriptedMeeting({
    ...(options.capabilities && { capabilities: options.capabilities }),
    ...(options.starts_within_ms !== undefined && { starts_within_ms: options.starts_within_ms }),
    shows(hasAsked) {
      const asked = options.asked?.(seconds());
      if (asked && isAllowed(state, asked)) move(asked);
      return shows(seconds(), hasAsked);
    },
    onTokens: ({ onbehalf_token }) => onbehalf_token !== undefined && note(`asks with ${onbehalf_token}`),
    async onAct(act: Act) {
      if (!unremarkable.includes(act) && !act.startsWith('prepare')) note(act);
      await options.onAct?.(act);
      if (act === 'ask to record') await options.asks?.(seconds());
      if (act === 'leave the meeting') options.onLeave?.();
    },
  });

  const seen: { [K in keyof Captured]: Captured[K][number][] } = {
    utterances: [],
    participant_events: [],
    chat_messages: [],
  };
  const observer = createObserver(assignment, {
    reports: {
      add({ utterances = [], participant_events = [], chat_messages = [] }) {
        seen.utterances.push(...utterances);
        seen.chat_messages.push(...chat_messages);
        seen.participant_events.push(...participant_events);
      },
    },
    time: createTranscribedTime(),
    people: createPeopleSeen(),
  });
  const store = aMemoryStore();
  const { recording_settings } = assignment;
  const takes = createTakes(store, assignment.attempt, log);
  const diagnostics = createDiagnostics({ store, clock, log }, assignment.attempt);
  const pace = createPace({ bot, clock, signal: new AbortController().signal });
  const steps: Joining & Attending = {
    appointed: assignment,
    assignment,
    bot,
    clock,
    meeting,
    observer,
    log,
    recording_settings,
    pace,
    parting: createParting(pace),
    recording: createRecordingControl({ recorder: meeting.recorder, takes, clock, log }, wishOf(recording_settings)),
    hosting: createHosting(assignment, { otherBots: options.otherBots ?? (async () => []), log }),
    introduce: createIntroduction(async (id) => note(`is ${id}`)),
    delivery: { keep: () => undefined, stop: async () => undefined },
    outlet: {
      keep: () => undefined,
      doubt: () => options.onDoubt?.(),
      restart: () => note('show all once more'),
      share: () => undefined,
    },
    leaveWatch: createLeaveWatch(assignment, options.otherBots ?? (async () => [])),
    rooms: createRoomKeeper({ bot, isInStandby: () => false, log }),
    captionNews: () => undefined,
    otherCaptionsNews: () => [],
    encryptionNews: () => undefined,
    peopleNews: () => undefined,
    withheldNews: () => undefined,
    viewNews: () => undefined,
    isInStandby: () => false,
    chat: createChatDesk(assignment, { bot, line: aFakeBot(initial), log }),
    waits: createWaits(assignment),
    diagnostics,
    handing: createHanding(assignment, {
      bot,
      succession: options.succession,
      isRecorded: () => false,
      isTold: () => true,
      log,
    }),
    media: createMediaKeeper({ bot, diagnostics, log, recording_settings, isSuccessor: false }),
    onArrival: () => undefined,
    tokens: options.tokens,
  };
  return {
    log: told,
    seen,
    clock,
    seconds,
    /** The names of what was stored. */
    kept: () => [...store.objects.keys()],
    join: () => join(steps),
    attend: () => attend(steps),
  };
};

export type Place = MeetingView['breakout']['state'];
export const ada = aParticipant('Ada', { is_host: true });
export const ben = aParticipant('Ben');
export const cy = aParticipant('Cy');

/** What the page shows from these seconds on; the meeting ends after a minute. */
export const shows =
  <T>(stages: Record<number, T>, view: (stage: T) => MeetingView): MeetingOptions['shows'] =>
  (seconds) => {
    if (seconds >= 60) return aView({ phase: 'ended' });
    const [, stage] = Object.entries(stages).findLast(([from]) => Number(from) <= seconds) ?? [];
    return view(stage as T);
  };
/** The main room, a breakout room called Blue, or the way there or back. */
export const at = (place: Place) =>
  aView(
    { breakout: { state: place, room_name: place === 'none' ? null : 'Blue' } },
    place === 'inside' ? [ada, cy] : [ada, ben],
  );

/** The succession of a worker that has its bot, and that nobody is to relieve. */
export const alone: Succession = {
  isExpected: false,
  relieved: new AbortController().signal,
  isRelieved: async () => false,
  isReplaced: async () => false,
  handOver: async () => undefined,
};

/** What became of a meeting that was attended to its end. */
export const attended = async (options: MeetingOptions) => {
  const meeting = aMeeting(options);
  await meeting.attend();
  const { log, seen } = meeting;
  const said = seen.utterances.map(({ transcription }) => transcription.transcript);
  return { log: log.filter((line) => !line.endsWith('is self')), events: seen.participant_events, said };
};
/** What somebody says in every second, as the page shows it when it was said: the number of the second. */
export const counting = (seconds: number): CaptionView[] =>
  Array.from({ length: Math.min(20, Math.floor(seconds)) }, (_, ago) => Math.floor(seconds) - ago - 1).map(
    (second) => ({
      id: `c${second}`,
      speaker_id: 'ada',
      speaker_name: 'Ada',
      start_ms: start_ms + second * 1000 + 100,
      duration_ms: 800,
      is_final: true,
      text: `${second}`,
    }),
  );
export const from = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => `${first + index}`);
