/** Whatever a meeting shows of its people, what is told of them is in order. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ParticipantView, SpeechView } from '../../../../lib/capture/meeting/view.ts';
import { createRoster } from '../../../../lib/capture/session/people/roster.ts';
import type { ParticipantEvent } from '../../../../lib/domain/captured/captured.ts';
import { aParticipant } from '../../../lab/builders/meeting-views.ts';
import { runs } from '../../../lab/properties.ts';

const names = ['Ada', 'Ben', 'Notes'];
const bot = { bot_id: 'bot_00000000000000000000000000', bot_name: 'Notes' };

interface Look {
  readonly after_ms: number;
  readonly shown: readonly { readonly name: string; readonly came_ago_ms: number | null }[];
  readonly speech: readonly { readonly name: string; readonly type: SpeechView['type']; readonly ago_ms: number }[];
  readonly isAnew: boolean;
  /** Whether nobody is shown, as while a meeting connects again. */
  readonly isAway: boolean;
}

const look: fc.Arbitrary<Look> = fc.record({
  after_ms: fc.constantFrom(250, 500, 1_000, 6_000),
  shown: fc.uniqueArray(
    fc.record({ name: fc.constantFrom(...names), came_ago_ms: fc.option(fc.integer({ min: -5_000, max: 10_000 })) }),
    { selector: ({ name }) => name },
  ),
  speech: fc.array(
    fc.record({
      name: fc.constantFrom(...names),
      type: fc.constantFrom('speech_start' as const, 'speech_stop' as const),
      ago_ms: fc.nat({ max: 3_000 }),
    }),
    { maxLength: 4 },
  ),
  isAnew: fc.boolean(),
  isAway: fc.boolean(),
});

const toldOf = (looks: readonly Look[]): ParticipantEvent[] => {
  const roster = createRoster(bot);
  let now_ms = 100_000;
  const told: ParticipantEvent[] = [];
  for (const { after_ms, shown, speech, isAnew, isAway } of looks) {
    now_ms += after_ms;
    const people = shown.map(
      ({ name, came_ago_ms }): ParticipantView =>
        aParticipant(name, { joined_at_ms: came_ago_ms === null ? null : now_ms - came_ago_ms }),
    );
    const heard = speech.map(({ name, type, ago_ms }) => ({
      participant_id: name.toLowerCase(),
      type,
      at_ms: now_ms - ago_ms,
    }));
    if (isAnew) roster.lookAnew();
    told.push(...(isAway ? roster.hearLast(heard) : roster.look(people, heard, now_ms)));
  }
  told.push(...roster.close(now_ms + 1));
  return told;
};

const follows: Readonly<
  Record<ParticipantEvent['event_type'], readonly (ParticipantEvent['event_type'] | undefined)[]>
> = {
  join: [undefined, 'leave'],
  speech_start: ['join', 'speech_stop'],
  speech_stop: ['speech_start'],
  leave: ['join', 'speech_stop'],
};

it('tells of each in an order that makes sense, at moments that do, and nothing twice', () => {
  fc.assert(
    fc.property(fc.array(look, { maxLength: 12 }), (looks) => {
      const told = toldOf(looks);
      expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
      for (const own of Map.groupBy(told, ({ participant_uuid }) => participant_uuid).values()) {
        for (const [index, event] of own.entries()) {
          const before = own[index - 1];
          expect(follows[event.event_type]).toContain(before?.event_type);
          if (before) expect(event.timestamp_ms).toBeGreaterThanOrEqual(before.timestamp_ms);
        }
      }
    }),
    { numRuns: runs(100) },
  );
});
