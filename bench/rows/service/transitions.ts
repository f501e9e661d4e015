/** Row 7: what Step Functions bills for a normal life. */
import { botLifecycle } from '../../../statemachines/bot-lifecycle.ts';
import type { Row } from '../../row.ts';

/** The states that an execution enters, a timer's re-entry included; each is one billed transition. */
const lives = {
  scheduled: [
    'begin',
    'scheduled',
    'scheduled',
    'staged',
    'joining',
    'joined_recording',
    'leaving',
    'post_processing',
    'ended',
  ],
  'at once': ['begin', 'joining', 'joined_recording', 'leaving', 'post_processing', 'ended'],
};

interface State {
  readonly Next?: string | undefined;
  readonly Choices?: readonly { readonly Next: string }[];
  readonly Catch?: readonly { readonly Next: string }[];
}

/** Counts a life's transitions, after making sure that the machine has each of its steps. */
const count = (life: readonly string[]): number => {
  const states = botLifecycle().States as Record<string, State>;
  for (const [index, name] of life.slice(0, -1).entries()) {
    const next = life[index + 1] ?? '';
    const state = states[name];
    const targets = [
      state?.Next,
      ...(state?.Choices ?? []).map(({ Next }) => Next),
      ...(state?.Catch ?? []).map(({ Next }) => Next),
    ];
    if (!targets.includes(next)) throw new Error(`the machine has no step from ${name} to ${next}`);
  }
  return life.length;
};

export const transitionRows: readonly Row[] = [
  {
    number: 7,
    title: 'Step Functions transitions of a normal life, scheduled / at once',
    target: '≤ 9 / 6',
    measure: async () => `${count(lives.scheduled)} / ${count(lives['at once'])}`,
  },
];
