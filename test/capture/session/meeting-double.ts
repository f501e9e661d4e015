/** A meeting without a browser, whose time passes as fast as it is waited for. */
import type { MeetingPage } from '../../../lib/capture/browser/meeting-page.ts';
import type { MeetingView, ParticipantView } from '../../../lib/capture/meeting/view.ts';
import type { MeetingPlatform } from '../../../lib/capture/platforms/platform.ts';
import { createCommandDesk } from '../../../lib/capture/session/acting/commands.ts';
import { attend } from '../../../lib/capture/session/attend.ts';
import type { BotLine } from '../../../lib/capture/session/bot-line.ts';
import { createRoomKeeper } from '../../../lib/capture/session/breakout.ts';
import { join } from '../../../lib/capture/session/join.ts';
import { createLeaveWatch } from '../../../lib/capture/session/leaving/leave-watch.ts';
import { createWaits } from '../../../lib/capture/session/leaving/waits.ts';
import { createIntroduction } from '../../../lib/capture/session/people/introduction.ts';
import { createObserver } from '../../../lib/capture/session/people/observer.ts';
import type { CaptureAssignment, SessionClock } from '../../../lib/capture/session/ports.ts';
import { createStretches } from '../../../lib/capture/session/speech/stretches.ts';
import type { Visit } from '../../../lib/capture/session/visit.ts';
import {
  type BotState,
  type BotTrigger,
  isAllowed,
  isBetweenRooms,
  transition,
} from '../../../lib/domain/bot/lifecycle.ts';
import { ordersOf } from '../../../lib/domain/bot/orders.ts';
import type { Captured } from '../../../lib/domain/captured/captured.ts';
import { aBot } from '../../lab/builders/records.ts';
import { aMemoryStore, anAssignment } from '../support.ts';

export const start_ms = Date.parse('2026-03-02T09:00:00.000Z');

export const aParticipant = (name: string, changes: Partial<ParticipantView> = {}): ParticipantView => ({
  id: name.toLowerCase(),
  name,
  is_host: false,
  is_self: false,
  joined_at_ms: null,
  has_camera: true,
  is_sharing: false,
  ...changes,
});
const self = aParticipant('Notes for Ada', { id: 'self', is_self: true });

export const aView = (changes: Partial<MeetingView> = {}, others: readonly ParticipantView[] = []): MeetingView => ({
  phase: 'in_meeting',
  recording: 'allowed',
  participants: [self, ...others],
  captions: [],
  messages: [],
  speech: [],
  last_sound_ms: null,
  breakout: { state: 'none', room_name: null },
  ...changes,
});

export interface MeetingOptions {
  /** What the page shows so many seconds after the start; `isPressed`: the join button was, since it was loaded. */
  readonly shows: (seconds: number, isPressed: boolean) => MeetingView;
  readonly state?: BotState;
  readonly assignment?: Partial<CaptureAssignment>;
  /** What the API does so many seconds after the start. */
  readonly asked?: (seconds: number) => BotTrigger | undefined;
  readonly otherBots?: () => Promise<string[]>;
  /** What comes of asking to record. */
  readonly asks?: (seconds: number) => Promise<void>;
}

/** A bot's visit to a meeting, and everything that it did there: `log` holds a line with the second for each. */
export const aMeeting = ({ shows, state: initial = 'joining', assignment: changes, ...options }: MeetingOptions) => {
  let now_ms = start_ms;
  let state = initial;
  let held: Parameters<typeof transition>[2];
  let isPressed = false;
  const log: string[] = [];
  const seconds = (): number => (now_ms - start_ms) / 1000;
  const note = (line: string): void => void log.push(`${Math.round(seconds())} ${line}`);
  const clock: SessionClock = {
    now_ms: () => now_ms,
    async pause(duration_ms) {
      now_ms += duration_ms;
    },
  };

  const move = (trigger: BotTrigger): void => {
    const { target } = transition(state, trigger, held);
    if (isBetweenRooms(target)) held = state as typeof held;
    state = target;
  };
  const look = (): MeetingView => {
    const asked = options.asked?.(seconds());
    if (asked && isAllowed(state, asked)) move(asked);
    return shows(seconds(), isPressed);
  };
  const bot = {
    get state() {
      return state;
    },
    get orders() {
      return ordersOf(aBot({ state }));
    },
    isOver: false,
    onNews: () => () => undefined,
    async advance(trigger, subType) {
      if (!isAllowed(state, trigger)) return;
      move(trigger);
      note(subType ? `${trigger} (${subType})` : trigger);
    },
  } as Partial<BotLine> as BotLine;
  const nothing = async () => undefined;
  const platform = {
    name: 'double',
    prepare: nothing,
    settle: nothing,
    showIncomingVideo: nothing,
    async pressJoin() {
      isPressed = true;
      note('press join');
    },
    async requestRecording() {
      note('ask to record');
      await options.asks?.(seconds());
    },
    acceptBreakout: async () => note('accept'),
    pressLeave: async () => note('press leave'),
  } as unknown as MeetingPlatform;
  const meeting = {
    page: {},
    isLost: false,
    async load() {
      isPressed = false;
    },
    read: async () => look(),
  } as unknown as MeetingPage;
  let isRecording = false;
  const record = (wanted: boolean): void => {
    if (wanted !== isRecording) note(wanted ? 'record' : 'stop recording');
    isRecording = wanted;
  };
  const recording = {
    arm: nothing,
    keep: async (wanted: boolean) => record(wanted),
    stop: async () => record(false),
    [Symbol.asyncDispose]: nothing,
  };

  const assignment = anAssignment(changes);
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
    stretches: createStretches(),
  });
  const visit: Visit = {
    assignment,
    bot,
    clock,
    meeting,
    platform,
    introduce: createIntroduction(async (id) => note(`is ${id}`)),
    listening: { start: () => undefined, stop: nothing },
    leaveWatch: createLeaveWatch(assignment, options.otherBots ?? (async () => [])),
    rooms: createRoomKeeper(assignment),
    commands: createCommandDesk(assignment, bot, () => undefined),
    waits: createWaits(assignment),
    store: aMemoryStore(),
    log: () => undefined,
    signal: new AbortController().signal,
  };
  return {
    log,
    seen,
    clock,
    join: () => join(visit, recording),
    attend: () => attend(visit, recording, observer, { keep: () => undefined }),
  };
};
