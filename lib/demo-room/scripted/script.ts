import * as z from 'zod';
import { BreakoutName, Name, Translations } from '../protocol.ts';
import { clips } from './clips.ts';

/** A room holds sixteen; places are left for those the script is played to. */
const mostParticipants = 12;

const Colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'a colour looks like #4f8cff');

const Camera = z.strictObject({
  style: z.enum(['portrait', 'waves', 'off']).default('portrait'),
  colour: Colour.default('#4f8cff'),
  /**
   * `plain` is 640x360 with 12 pictures a second, which costs little; `small` is 320x180 with 5, where nobody looks closely;
   * `high` is 1280x720 with 25, as people's cameras are.
   */
  quality: z.enum(['small', 'plain', 'high']).default('plain'),
});

const ScriptParticipant = z.strictObject({
  name: Name,
  host: z.boolean().default(false),
  camera: Camera.prefault({}),
});
export type ScriptParticipant = z.infer<typeof ScriptParticipant>;

const at = { at_ms: z.int().nonnegative(), who: z.string() };
const entry = <T extends string>(action: T) => z.strictObject({ ...at, do: z.literal(action) });

const Text = z.string().trim().min(1).max(2_000);

const TimelineEntry = z.discriminatedUnion('do', [
  entry('enter'),
  entry('leave'),
  z.strictObject({
    ...at,
    do: z.literal('say'),
    clip: z.string(),
    text: z.string().trim().min(1).max(500).optional(),
    translations: Translations.optional(),
  }),
  z.strictObject({ ...at, do: z.literal('chat'), text: Text, to: Name.default('everyone') }),
  z.strictObject({ ...at, do: z.literal('edit_chat'), text: Text }),
  z.strictObject({ ...at, do: z.literal('turn'), device: z.enum(['camera', 'microphone']), on: z.boolean() }),
  z.strictObject({ ...at, do: z.literal('share'), screen: z.enum(['slides', 'dashboard']).default('slides') }),
  entry('stop_sharing'),
  entry('admit'),
  entry('refuse'),
  entry('allow_recording'),
  entry('refuse_recording'),
  entry('grant_recording'),
  entry('revoke_recording'),
  z.strictObject({ ...at, do: z.literal('remove'), name: Name }),
  z.strictObject({ ...at, do: z.literal('open_breakouts'), rooms: z.record(BreakoutName, z.array(Name).min(1)) }),
  entry('close_breakouts'),
  entry('end'),
  // Nothing that anybody in the meeting does: tells whoever watches the script that it is time for something.
  z.strictObject({ ...at, do: z.literal('cue'), text: Text }),
]);
export type TimelineEntry = z.infer<typeof TimelineEntry>;

const hostActions = new Set<TimelineEntry['do']>([
  'admit',
  'refuse',
  'remove',
  'allow_recording',
  'refuse_recording',
  'grant_recording',
  'revoke_recording',
  'open_breakouts',
  'close_breakouts',
  'end',
]);
const endOfRoundMs = 1_500;

const Shape = z.strictObject({
  title: z.string().max(200).optional(),
  /** `when_called`, or as soon as this many people are in the room, the scripted ones included. */
  start: z
    .union([z.literal('when_called'), z.strictObject({ people: z.int().min(1).max(16) })], {
      error: 'must be "when_called", or { "people": N } with N from 1 to 16',
    })
    .default('when_called'),
  repeat: z.boolean().default(false),
  participants: z.array(ScriptParticipant).min(1).max(mostParticipants),
  timeline: z.array(TimelineEntry).max(2_000),
});
export type Script = z.infer<typeof Shape>;

/** What is said, for how long, and what that is in other languages: those of the clip, unless it is another text. */
export const spokenClip = (said: Extract<TimelineEntry, { do: 'say' }>) => {
  const clip = clips.get(said.clip);
  if (!clip) throw new RangeError(`there is no clip '${said.clip}'`);
  const translations = { ...(said.text === undefined && clip.translations), ...said.translations };
  return { clip, text: said.text ?? clip.text, translations };
};

const endOf = (item: TimelineEntry): number =>
  item.at_ms + (item.do === 'say' ? (clips.get(item.clip)?.duration_ms ?? 0) : 0);

/** How long one round through the time line takes, the pause before a repetition included. */
export const roundLength = (script: Script): number => Math.max(0, ...script.timeline.map(endOf)) + endOfRoundMs;

interface Problem {
  readonly path: (string | number)[];
  readonly message: string;
}

const entryProblem = (script: Script, item: TimelineEntry): (Omit<Problem, 'path'> & { field: string }) | undefined => {
  const participant = script.participants.find(({ name }) => name === item.who);
  if (!participant) return { field: 'who', message: `there is no participant named '${item.who}'` };
  if (hostActions.has(item.do) && !participant.host) {
    return { field: 'do', message: `only a participant with "host": true can ${item.do.replaceAll('_', ' ')}` };
  }
  if (item.do === 'say' && !clips.has(item.clip)) {
    return { field: 'clip', message: `there is no clip '${item.clip}'; see clips/clips.json` };
  }
  if (item.do === 'end' && script.repeat)
    return { field: 'do', message: 'a script that repeats cannot end the meeting' };
  return undefined;
};

const overlaps = (script: Script): Problem[] => {
  const busyUntil = new Map<string, number>();
  const said = [...script.timeline.entries()].filter(([, item]) => item.do === 'say');
  return said
    .sort(([, one], [, other]) => one.at_ms - other.at_ms)
    .flatMap(([index, item]) => {
      const busy = busyUntil.get(item.who) ?? 0;
      busyUntil.set(item.who, Math.max(busy, endOf(item)));
      if (item.at_ms >= busy) return [];
      return [{ path: ['timeline', index, 'at_ms'], message: `${item.who} is still speaking until ${busy} ms` }];
    });
};

const repeatedNames = ({ participants }: Script): Problem[] =>
  participants.flatMap(({ name }, index) =>
    participants.findIndex((other) => other.name === name) === index
      ? []
      : [{ path: ['participants', index, 'name'], message: `there are two participants named '${name}'` }],
  );

const problems = (script: Script): Problem[] => [
  ...repeatedNames(script),
  ...script.timeline.flatMap((item, index) => {
    const problem = entryProblem(script, item);
    return problem ? [{ path: ['timeline', index, problem.field], message: problem.message }] : [];
  }),
  ...overlaps(script),
];

/** A meeting written down: who takes part, and who does what at which moment. */
export const Script = Shape.superRefine((script, context) => {
  for (const problem of problems(script)) context.addIssue({ code: 'custom', ...problem });
});

/** Who is there from the beginning: everybody whom the time line does not let in later. */
export const presentAtStart = ({ participants, timeline }: Script): ScriptParticipant[] =>
  participants.filter(({ name }) => !timeline.some((item) => item.who === name && item.do === 'enter'));

/** The same script for when nobody can call its start: it begins as soon as a guest has come in. */
export const startingWithGuest = (script: Script): Script =>
  script.start === 'when_called' ? { ...script, start: { people: presentAtStart(script).length + 1 } } : script;
