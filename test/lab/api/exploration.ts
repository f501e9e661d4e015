/** Every reachable situation of a bot, and everything that can happen in each. */
import assert from 'node:assert/strict';
import { botTriggers } from '../../../lib/domain/bot/lifecycle.ts';
import type { Item } from '../../../lib/ports/table.ts';
import { copyOf } from '../copy-of.ts';
import { subTypesOf } from './bot-model.ts';
import { type Ask, type Command, type Create, orderings, type SubType } from './commands.ts';
import { expectNoWrite, expectStored, type KnownBot } from './expectations.ts';
import { aWorld, carryOut, unseen, type World } from './life.ts';

/** A bot's situation is all that decides on what may happen next: its place in the life, not its history. */
const situationOf = ({ life: { events: _, ...life }, recording, hasAgent, isPlaying, isDeleted }: KnownBot): string =>
  JSON.stringify([life, recording, hasAgent, isPlaying, isDeleted]);

const births = ([null, 1] as const).flatMap((in_hours) =>
  (['mp4', 'none'] as const).map(
    (format): Create => ({ do: 'create', project: 0, in_hours, key: 'a', room: 0, format, metadata: {} }),
  ),
);

const mine = { bot: 0, as: 'owner' as const };
const asks: Ask['route'][] = [
  ...(['getBot', 'leaveBot', 'pauseRecording', 'resumeRecording', 'deleteBot', 'deleteBotData'] as const),
  ...orderings,
  ...(['getTranscript', 'listParticipants', 'listParticipantEvents', 'listChatMessages'] as const),
  ...(['getRecording', 'getDiagnostics'] as const),
];
/** Everything that can happen to a bot: each trigger with each of its sub types, in time and too late, each request. */
const happenings: readonly Command[] = [
  ...botTriggers.flatMap((trigger) =>
    subTypesOf(trigger).flatMap((_, sub_type) =>
      [false, true].map((late): Command => ({ do: 'machine', bot: 0, trigger, sub_type, late })),
    ),
  ),
  ...asks.map((route): Command => ({ do: 'ask', route, ...mine })),
  { do: 'patch', ...mine, patch: {} },
  { do: 'patch', ...mine, patch: { metadata: { changed: true } } },
  { do: 'patch', ...mine, patch: { bot_name: 'Other' } },
  { do: 'patch', ...mine, patch: { in_hours: 2, room: 1 } },
  { do: 'capture', bot: 0 },
  { do: 'record', bot: 0 },
  { do: 'play', bot: 0 },
  ...births.slice(0, 1),
  { do: 'list', project: 0, page_size: 1, filter: {} },
];

/** What somebody else asks for, who may know nothing of the bot. */
const foreign = asks.map((route): Command => ({ do: 'ask', route, bot: 0, as: 'other' }));

/** A service as it was left, and its bot. */
interface Snapshot {
  readonly items: readonly Item[];
  readonly bot: KnownBot;
}

const restore = async ({ items, bot }: Snapshot, seen: Set<string>): Promise<World> => {
  const world = await aWorld(seen);
  const stored = new Set(world.service.table.items().map(({ pk, sk }) => `${pk} ${sk}`));
  const missing = items.filter(({ pk, sk }) => !stored.has(`${pk} ${sk}`));
  await world.service.table.write(...missing.map((put) => ({ put })));
  world.service.written();
  return { ...world, known: [copyOf(bot)] };
};

const writesOf = ({ service }: World): number =>
  service.table.changes.filter((change) => (change.new ?? change.old)?.kind !== 'requests').length;

const expectNoWrongSubType = async (snapshot: Snapshot, seen: Set<string>): Promise<void> => {
  const { service, known } = await restore(snapshot, seen);
  const ref = { project_id: service.projects[0].project_id, bot_id: known[0]?.id ?? '' };
  for (const trigger of botTriggers) {
    const refused = service.report(ref, trigger, 'of_no_row' as unknown as SubType);
    await refused.catch((error: unknown) => assert.ok(error instanceof RangeError));
    expectNoWrite(service);
  }
};

/** What was explored: how many situations, how many things tried in them, and which decided steps nobody took. */
export interface Exploration {
  readonly situations: number;
  readonly tried: number;
  readonly steps: number;
  readonly unseen: readonly string[];
}

/**
 * Tries everything in every situation that anything leads to, and of what somebody else asks for every so many-th route, others
 * in each situation. Throws at the first answer or write that is wrong.
 */
export const explore = async ({ foreign_every = 1 } = {}): Promise<Exploration> => {
  const seen = new Set<string>();
  const found = new Map<string, Snapshot>();
  const remember = ({ service, known: [bot] }: World): void => {
    if (bot && !found.has(situationOf(bot))) found.set(situationOf(bot), { items: service.table.items(), bot });
  };
  let tried = 0;
  for (const birth of births) {
    const world = await aWorld(seen);
    await carryOut(world, birth);
    remember(world);
  }
  // A Map answers also what is added while it is gone through.
  let looked = 0;
  for (const snapshot of found.values()) {
    let world = await restore(snapshot, seen);
    let untouched = writesOf(world);
    const asked = foreign.filter((_, n) => (n + looked) % foreign_every === 0);
    looked += 1;
    for (const happening of [...happenings, ...asked]) {
      await carryOut(world, happening);
      tried += 1;
      if (writesOf(world) === untouched) continue;
      expectStored(world.service, world.known);
      remember(world);
      world = await restore(snapshot, seen);
      untouched = writesOf(world);
    }
    await expectNoWrongSubType(snapshot, seen);
    tried += botTriggers.length;
  }
  return { situations: found.size, tried, steps: seen.size, unseen: unseen(seen) };
};
