/** What clients and machines may do to the service, as data: random lives are lists of these. */
import fc from 'fast-check';
import { type BotState, type BotTrigger, botStates, botTriggers } from '../../../lib/domain/bot/lifecycle.ts';
import { after, type ModelBot } from './bot-model.ts';
import type { Service } from './service.ts';

export type Project = 0 | 1;
/** Whose key is used: that of the bot's project, or the other's. */
type As = 'owner' | 'other';
export type Reading =
  | 'getTranscript'
  | 'listParticipants'
  | 'listParticipantEvents'
  | 'listChatMessages'
  | 'getRecording'
  | 'getDiagnostics';
/** What a bot is told to do in its meeting. */
export type Ordering = 'sendChatMessage' | 'outputVideo' | 'updateVoiceAgentSettings' | 'updateTranscriptionSettings';
export const orderings: readonly Ordering[] = [
  'sendChatMessage',
  'outputVideo',
  'updateVoiceAgentSettings',
  'updateTranscriptionSettings',
];

export interface Create {
  readonly do: 'create';
  readonly project: Project;
  /** Null: now. */
  readonly in_hours: number | null;
  readonly key: string | null;
  readonly room: number;
  readonly format: 'mp4' | 'none';
  readonly metadata: object;
}
export interface Ask {
  readonly do: 'ask';
  readonly route:
    | 'getBot'
    | 'leaveBot'
    | 'pauseRecording'
    | 'resumeRecording'
    | 'deleteBot'
    | 'deleteBotData'
    | Ordering
    | Reading;
  readonly bot: number;
  readonly as: As;
}
export interface Patch {
  readonly do: 'patch';
  readonly bot: number;
  readonly as: As;
  readonly patch: {
    readonly metadata?: object;
    readonly bot_name?: string;
    readonly room?: number;
    readonly in_hours?: number;
    readonly format?: 'mp4' | 'mp3';
  };
}
export interface List {
  readonly do: 'list';
  readonly project: Project;
  readonly page_size: number;
  readonly filter: {
    readonly states?: readonly BotState[];
    readonly key?: string;
    readonly room?: number;
    readonly after_hours?: number;
    readonly before_hours?: number;
  };
}
export interface Machine {
  readonly do: 'machine';
  readonly bot: number;
  /** A number chooses among those that are possible in the bot's state. */
  readonly trigger: BotTrigger | number;
  readonly sub_type: number;
  /** Decided on before the last thing that happened to the bot. */
  readonly late: boolean;
}
/** A worker reports something captured, the finished recording, or that a video is over. */
export interface Work {
  readonly do: 'capture' | 'record' | 'play';
  readonly bot: number;
}
export type Command = Create | Ask | Patch | List | Machine | Work;

/** What only clients ask for, and what only creates bots. */
const clientsOnly: readonly BotTrigger[] = ['schedule', 'join_now', 'delete_data'];
export const machineTriggers = botTriggers.filter((trigger) => !clientsOnly.includes(trigger));

/** The trigger that a command means for a bot in this life. */
export const triggerOf = ({ trigger }: Machine, life: ModelBot): BotTrigger => {
  if (typeof trigger === 'string') return trigger;
  const possible = machineTriggers.filter((one) => after(life, one, null));
  return possible[trigger % possible.length] ?? 'failed';
};

/** Mostly the first one, so that some bots get far. */
const bot = fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 3, 4);
const project = fc.constantFrom<Project>(0, 0, 0, 1);
const as = fc.constantFrom<As>('owner', 'owner', 'owner', 'owner', 'other');
const room = fc.nat(1);
const metadata = fc.constantFrom({}, { customer: 'acme' }, { a: [1, null, { b: 'ä' }] });
const key = fc.constantFrom('a', 'b', 'ü#/"');
const in_hours = fc.integer({ min: 1, max: 4 });
const someHours = fc.integer({ min: -1, max: 4 });
const states = fc.uniqueArray(fc.constantFrom(...botStates), { minLength: 1, maxLength: 5 });
const anyOfThese = { requiredKeys: [] };

const create = fc.record<Create>({
  do: fc.constant('create'),
  project,
  in_hours: fc.option(in_hours),
  key: fc.option(key),
  room,
  format: fc.constantFrom('mp4', 'mp4', 'none'),
  metadata,
});
const ask = fc.record<Ask>({
  do: fc.constant('ask'),
  route: fc.constantFrom(
    ...([
      'getBot',
      'leaveBot',
      'leaveBot',
      'pauseRecording',
      'resumeRecording',
      'deleteBot',
      'deleteBotData',
      'deleteBotData',
    ] as const),
    ...orderings,
    ...(['getTranscript', 'listParticipants', 'listParticipantEvents', 'listChatMessages'] as const),
    ...(['getRecording', 'getDiagnostics'] as const),
  ),
  bot,
  as,
});
const change = { metadata, bot_name: fc.constant('Other'), room, in_hours, format: fc.constantFrom('mp4', 'mp3') };
const patch = fc.record({
  do: fc.constant('patch'),
  bot,
  as,
  patch: fc.record(change, anyOfThese),
}) as fc.Arbitrary<Patch>;
const filter = { states, key, room, after_hours: someHours, before_hours: someHours };
const list = fc.record({
  do: fc.constant('list'),
  project,
  page_size: fc.integer({ min: 1, max: 4 }),
  filter: fc.record(filter, anyOfThese),
}) as fc.Arbitrary<List>;
const machine = fc.record<Machine>({
  do: fc.constant('machine'),
  bot,
  trigger: fc.oneof(
    { weight: 4, arbitrary: fc.nat(29) },
    { weight: 1, arbitrary: fc.constantFrom(...machineTriggers) },
  ),
  sub_type: fc.nat(9),
  late: fc.constantFrom(false, false, false, false, true),
});
const work = fc.record<Work>({ do: fc.constantFrom('capture', 'record', 'play'), bot });

/** One thing that a client or a machine does. */
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: create },
  { weight: 6, arbitrary: ask },
  { weight: 2, arbitrary: patch },
  { weight: 1, arbitrary: list },
  { weight: 12, arbitrary: machine },
  { weight: 1, arbitrary: work },
);

/** Up to so many commands, one after the other. */
export const commands = (most: number): fc.Arbitrary<Command[]> => fc.array(command, { maxLength: most, size: 'max' });

/** The sub type of a trigger as the service takes it. */
export type SubType = Parameters<Service['report']>[2];
