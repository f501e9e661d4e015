import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { AbsentError } from '../../../lib/demo-room/scripted/actor-errors.ts';
import type { ActorTab } from '../../../lib/demo-room/scripted/actor-tab.ts';
import type { Speech } from '../../../lib/demo-room/scripted/captioner.ts';
import { createStage } from '../../../lib/demo-room/scripted/stage.ts';

const who = 'Maya Lindqvist';
const end = { at_ms: 0, who, do: 'end' } as const;
const say = { at_ms: 0, who, do: 'say', clip: 'maya-01' } as const;

/** Somebody whose sentences were through so long ago, and are written when the test says so. */
const aStage = (throughFor_ms: number) => {
  const done: string[] = [];
  const written = Promise.withResolvers<void>();
  const acted = Promise.withResolvers<void>();
  const duration_ms = 2_000;
  const actor: Partial<ActorTab> = {
    name: who,
    isIn: async () => true,
    id: async () => 'maya',
    say: async () => ({ start_ms: Date.now() - duration_ms - throughFor_ms, duration_ms }),
    endMeeting: async () => void done.push('ended'),
  };
  const perform = createStage({
    actors: new Map([[who, actor as ActorTab]]),
    async caption(_: Speech) {
      done.push('spoken');
      await written.promise;
      done.push('written');
    },
    report: () => undefined,
    async onCue(cue) {
      done.push(cue);
      await acted.promise;
      done.push(`${cue} is done`);
    },
  });
  return { done, perform, write: () => written.resolve(), act: () => acted.resolve() };
};

it('a meeting is ended once what was said is written', async () => {
  const { done, perform, write } = aStage(1_000);
  const saying = perform(say);
  await nextTurn();
  const ending = perform(end);
  // Everything that can be done by now is done.
  await nextTurn();
  expect(done).toEqual(['spoken']);
  write();
  await Promise.all([saying, ending]);
  expect(done).toEqual(['spoken', 'written', 'ended']);
});

it('whoever still speaks when a meeting is ended is cut off', async () => {
  const { done, perform, write } = aStage(-3600_000);
  const saying = perform(say);
  await nextTurn();
  await perform(end);
  write();
  await saying;
  expect(done).toEqual(['spoken', 'ended', 'written']);
});

it('a meeting is ended once what was done on a cue is done, and nothing else waits for that', async () => {
  const { done, perform, act } = aStage(0);
  await perform({ at_ms: 0, who, do: 'cue', text: 'film' });
  const ending = perform(end);
  await nextTurn();
  expect(done).toEqual(['film']);
  act();
  await ending;
  expect(done).toEqual(['film', 'film is done', 'ended']);
});

it('what somebody is to do with another one who did not come is left out, and told; other faults end the play', async () => {
  const told: string[] = [];
  const reported: string[] = [];
  const actor: Partial<ActorTab> = {
    name: who,
    isIn: async () => true,
    remove: (name) => Promise.reject(new AbsentError(name, {})),
    leave: () => Promise.reject(new Error('the page is gone')),
  };
  const perform = createStage({
    actors: new Map([[who, actor as ActorTab]]),
    caption: async () => undefined,
    report: ({ type }) => void reported.push(type),
    onLeftOut: (why) => void told.push(why),
  });
  await perform({ at_ms: 0, who, do: 'remove', name: 'Ben' });
  expect(told).toEqual(["Maya Lindqvist could not do 'remove': Ben is not in the meeting"]);
  await expect(perform({ at_ms: 0, who, do: 'leave' })).rejects.toThrow('the page is gone');
  expect(reported).toEqual([]);
});
