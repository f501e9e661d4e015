/** The state table as a Mermaid diagram for the README. */
import {
  type BotState,
  type BotTrigger,
  botTriggers,
  isFinal,
  isInMeeting,
  joinedStates,
  reachableStates,
  transitions,
} from '../lib/domain/bot/lifecycle.ts';

const reachable = reachableStates();

/** States that many triggers share, drawn as one box; the larger first. */
const groups: Record<string, readonly BotState[]> = {
  any_state: reachable.filter((state) => !isFinal(state)),
  in_meeting: reachable.filter(isInMeeting),
  joined: joinedStates,
  at_the_door: transitions().flatMap(({ from, trigger }) => (trigger === 'admitted' && from !== 'new' ? [from] : [])),
};

/** The fewest boxes and states that together are exactly these. */
const covered = (states: ReadonlySet<BotState | 'new'>): string[] => {
  const left = new Set(states);
  left.delete('ready');
  const boxes: string[] = [];
  for (const [name, members] of Object.entries(groups)) {
    if (!members.every((state) => left.has(state))) continue;
    boxes.push(name);
    for (const state of members) left.delete(state);
  }
  return [...boxes, ...[...left].map((state) => (state === 'new' ? '[*]' : state))];
};

const edges = (trigger: BotTrigger): { edge: string; trigger: BotTrigger }[] => {
  const rows = transitions().filter((row) => row.trigger === trigger);
  const targets = covered(new Set(rows.map(({ to }) => to)));
  return covered(new Set(rows.map(({ from }) => from))).flatMap((from) =>
    targets.map((to) => ({ edge: `${from} --> ${to}`, trigger })),
  );
};

const box = (name: string, lines: readonly string[]): string[] => [
  `state ${name} {`,
  ...lines.map((line) => `  ${line}`),
  '}',
];

/** Mermaid source, one line per edge; a trigger from many states leaves the box around them. */
export const stateDiagram = (): string => {
  const { in_meeting = [], joined = [], at_the_door = [] } = groups;
  const byEdge = Map.groupBy(botTriggers.flatMap(edges), ({ edge }) => edge);
  return [
    'stateDiagram-v2',
    ...box('at_the_door', at_the_door),
    ...box('in_meeting', [...box('joined', joined), ...in_meeting.filter((state) => !joined.includes(state))]),
    ...[...byEdge].map(([edge, rows]) => `${edge}: ${rows.map(({ trigger }) => trigger).join(', ')}`),
  ].join('\n');
};
