import { describe, expect, it } from 'vitest';
import type { ParticipantView, SpeechView } from '../../../../lib/capture/meeting/view.ts';
import { createRoster, type Roster } from '../../../../lib/capture/session/people/roster.ts';
import { aParticipant } from '../../../lab/builders/meeting-views.ts';

const bot = { bot_id: 'bot_00000000000000000000000000', bot_name: 'Notes' };
const ada = aParticipant('Ada', { id: 'a', user_uuid: 'user-a', is_host: true, joined_at_ms: 900 });
const ben = aParticipant('Ben', { id: 'b' });
const self = aParticipant('Notes', { id: 's', is_self: true, joined_at_ms: 1_000 });
const says = (participant_id: string, type: SpeechView['type'], at_ms: number): SpeechView => ({
  participant_id,
  type,
  at_ms,
});
const told = (events: ReturnType<ReturnType<typeof createRoster>['look']>) =>
  events.map(({ participant_name, event_type, timestamp_ms }) => [participant_name, event_type, timestamp_ms]);

/** What is told at looks at which no others are shown than these. */
const missed = (roster: Roster, shown: readonly ParticipantView[], ...looks_ms: readonly number[]) =>
  looks_ms.flatMap((now_ms) => roster.look(shown, [], now_ms));

describe('the roster', () => {
  it('tells those who were there before the bot, when they came if the platform knows, and never the bot', () => {
    const roster = createRoster(bot);
    expect(roster.look([ada, ben, self], [], 5_000)).toEqual([
      {
        id: expect.stringMatching(/^evt_[0-9A-Z]{26}$/),
        participant_name: 'Ada',
        participant_uuid: 'a',
        participant_user_uuid: 'user-a',
        participant_is_host: true,
        event_type: 'join',
        event_data: {},
        timestamp_ms: 900,
      },
      expect.objectContaining({ participant_name: 'Ben', event_type: 'join', timestamp_ms: 5_000 }),
    ]);
    expect(roster.look([ada, ben, self], [], 5_250)).toEqual([]);
  });

  it('gives the same event the same id in another worker, and other events other ids', () => {
    const [first, second] = [createRoster(bot), createRoster(bot)];
    expect(first.look([ada], [], 5_000)).toEqual(second.look([ada], [], 9_000));
    const ids = [...missed(first, [], 6_000, 6_500, 7_000), ...first.look([ada], [], 8_000)].map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });

  it('tells a leave at the moment from which somebody was missing, but not of a page that redraws', () => {
    const roster = createRoster(bot);
    roster.look([ada, ben], [], 1_000);
    expect(roster.look([ada], [], 2_000)).toEqual([]);
    expect(roster.look([ada, ben], [], 2_250)).toEqual([]);
    expect(missed(roster, [ada], 3_000, 3_250, 3_500, 3_750)).toEqual([]);
    expect(told(roster.look([ada], [], 4_000))).toEqual([['Ben', 'leave', 3_000]]);
    expect(told(roster.look([ada, ben], [], 5_000))).toEqual([['Ben', 'join', 5_000]]);
  });

  it('tells no leave of a page that redrew while nobody could look', () => {
    const roster = createRoster(bot);
    roster.look([ada, ben], [], 1_000);
    expect(missed(roster, [ada], 1_250, 31_250)).toEqual([]);
    expect(roster.look([ada, ben], [], 31_500)).toEqual([]);
  });

  it('tells nothing that somebody said as earlier than their coming, where only the first sight of them is known', () => {
    const roster = createRoster(bot);
    const heard = [says('b', 'speech_start', 800), says('a', 'speech_start', 950), says('b', 'speech_stop', 1_300)];
    expect(told(roster.look([ada, ben], heard, 1_250))).toEqual([
      ['Ada', 'join', 900],
      ['Ben', 'join', 1_250],
      ['Ben', 'speech_start', 1_250],
      ['Ada', 'speech_start', 950],
      ['Ben', 'speech_stop', 1_300],
    ]);
  });

  it('tells of what was said before somebody was first seen only what goes on, and no event twice', () => {
    const roster = createRoster(bot);
    const heard = [300, 500, 700].flatMap((at_ms) => [
      says('b', 'speech_start', at_ms),
      says('b', 'speech_stop', at_ms + 100),
      says('c', 'speech_start', at_ms),
      says('c', 'speech_stop', at_ms + 100),
    ]);
    const events = roster.look(
      [ben, aParticipant('Cy', { id: 'c' })],
      [...heard, says('b', 'speech_start', 900)],
      1_000,
    );
    expect(told(events)).toEqual([
      ['Ben', 'join', 1_000],
      ['Cy', 'join', 1_000],
      ['Ben', 'speech_start', 1_000],
    ]);
    expect(told(roster.look([ben], [says('b', 'speech_stop', 1_200)], 1_250))).toEqual([['Ben', 'speech_stop', 1_200]]);
  });

  it('tells speech in pairs, of newcomers too, and closes it before a leave', () => {
    const roster = createRoster(bot);
    expect(
      told(roster.look([ada], [says('a', 'speech_start', 1_100), says('a', 'speech_start', 1_200)], 1_300)),
    ).toEqual([
      ['Ada', 'join', 900],
      ['Ada', 'speech_start', 1_100],
    ]);
    expect(told(missed(roster, [], 2_000, 2_500, 3_000))).toEqual([
      ['Ada', 'speech_stop', 2_000],
      ['Ada', 'leave', 2_000],
    ]);
    expect(roster.look([], [says('a', 'speech_stop', 3_100), says('x', 'speech_start', 3_200)], 3_300)).toEqual([]);
  });

  it('tells of those whom the page lists only after they began to speak', () => {
    const roster = createRoster(bot);
    roster.look([ada], [], 1_000);
    expect(roster.look([ada], [says('b', 'speech_start', 1_100)], 1_250)).toEqual([]);
    expect(told(roster.look([ada, ben], [], 2_250))).toEqual([
      ['Ben', 'join', 2_250],
      ['Ben', 'speech_start', 2_250],
    ]);
    expect(roster.look([ada, ben], [], 2_500)).toEqual([]);
  });

  it('tells of those who came while nobody was shown what they said then', () => {
    const roster = createRoster(bot);
    roster.look([ada], [], 1_000);
    expect(roster.hearLast([says('b', 'speech_start', 2_000), says('b', 'speech_stop', 3_000)])).toEqual([]);
    expect(told(roster.look([ada, { ...ben, joined_at_ms: 1_900 }], [], 5_000))).toEqual([
      ['Ben', 'join', 1_900],
      ['Ben', 'speech_start', 2_000],
      ['Ben', 'speech_stop', 3_000],
    ]);
  });

  it('tells of a namesake of the bot who speaks while nobody is shown', () => {
    const roster = createRoster({ ...bot, reported: [] });
    const namesake = { ...self, id: 'n', is_self: false };
    expect(roster.look([self, namesake], [], 5_000)).toEqual([]);
    roster.hearLast([says('n', 'speech_start', 6_000)]);
    expect(told(roster.look([self, namesake], [], 8_000))).toEqual([
      ['Notes', 'join', 1_000],
      ['Notes', 'speech_start', 6_000],
    ]);
  });

  it('closes what was said before a page was opened anew before it tells what was heard until that showed anybody', () => {
    const roster = createRoster(bot);
    roster.look([ada], [says('a', 'speech_start', 1_000)], 1_250);
    roster.lookAnew();
    expect(roster.hearLast([says('a', 'speech_start', 9_000)])).toEqual([]);
    expect(told(roster.look([ada], [], 10_000))).toEqual([
      ['Ada', 'speech_stop', 9_000],
      ['Ada', 'speech_start', 9_000],
    ]);
  });

  it('knows nothing of a page that was lost', () => {
    const roster = createRoster(bot);
    roster.look([ada], [says('b', 'speech_start', 1_000)], 1_250);
    roster.lookAnew();
    expect(told(roster.look([ada, ben], [], 10_000))).toEqual([['Ben', 'join', 10_000]]);
  });

  it('closes what is still being said at the end, without making anybody leave', () => {
    const roster = createRoster(bot);
    roster.look([ada, ben], [says('b', 'speech_start', 1_000)], 1_000);
    expect(told(roster.close(9_000))).toEqual([['Ben', 'speech_stop', 9_000]]);
    expect(roster.close(9_500)).toEqual([]);
  });

  it('gives a page that was opened anew a moment to show everybody, and closes what was being said before', () => {
    const roster = createRoster(bot);
    roster.look([ada, ben, self], [says('a', 'speech_start', 4_000)], 4_100);
    roster.lookAnew();
    expect(told(roster.look([self], [], 20_000))).toEqual([['Ada', 'speech_stop', 20_000]]);
    expect(told(roster.look([ada, self], [], 22_000))).toEqual([]);
    expect(told(roster.look([ada, self], [], 24_500))).toEqual([['Ben', 'leave', 20_000]]);
  });

  it('tells nothing of what a lost page leaves behind, also where that has another id than the bot had', () => {
    const roster = createRoster(bot);
    roster.lookAnew();
    roster.look([ada, self], [], 1_000);
    roster.lookAnew();
    const [now, ghost] = [self, { ...self, id: 's2', is_self: false }];
    expect(told(roster.look([ada, now, ghost], [], 5_000))).toEqual([]);
    expect(roster.others).toEqual([ada]);
    expect(told(roster.look([ada, now], [], 20_000))).toEqual([]);
  });

  it('is alone when only the bot is there', () => {
    const roster = createRoster(bot);
    expect(roster.others).toEqual([]);
    roster.look([ada, self], [], 1_000);
    expect(roster.others).not.toEqual([]);
  });
});

describe('the roster of a worker that takes the place of a lost one', () => {
  const cy = aParticipant('Cy', { id: 'c' });
  /** What a first worker told of those it saw, one of whom was speaking when it was lost. */
  const reported = () => {
    const roster = createRoster(bot);
    return roster.look([ada, cy, self], [says('a', 'speech_start', 4_000)], 4_100);
  };
  const ghost: ParticipantView = {
    ...self,
    id: 'g',
    is_self: false,
    has_camera: false,
    is_sharing: false,
    joined_at_ms: 900,
  };

  it('tells nothing of those who are still there but the end of what they were saying', () => {
    const roster = createRoster({ ...bot, reported: reported() });
    expect(roster.others).not.toEqual([]);
    expect(told(roster.look([ada, cy, self], [], 9_000))).toEqual([['Ada', 'speech_stop', 9_000]]);
    expect(told(roster.look([ada, cy, self], [says('a', 'speech_start', 9_300)], 9_400))).toEqual([
      ['Ada', 'speech_start', 9_300],
    ]);
  });

  it('closes earlier speech before it tells of new speech', () => {
    const roster = createRoster({ ...bot, reported: reported() });
    expect(told(roster.look([ada, cy, self], [says('a', 'speech_start', 8_800)], 9_000))).toEqual([
      ['Ada', 'speech_stop', 8_800],
      ['Ada', 'speech_start', 8_800],
    ]);
  });

  it('tells of those who left meanwhile, once the page has had time to show everybody', () => {
    const roster = createRoster({ ...bot, reported: reported() });
    expect(told(roster.look([cy, self], [], 9_000))).toEqual([['Ada', 'speech_stop', 9_000]]);
    expect(missed(roster, [cy, self], 11_000, 12_000)).toEqual([]);
    expect(told(roster.look([cy, self], [], 13_000))).toEqual([['Ada', 'leave', 9_000]]);
  });

  it('tells of newcomers as ever, and of somebody who was there, left and is back', () => {
    const earlier = createRoster(bot);
    const events = [...earlier.look([ada, cy], [], 2_000), ...missed(earlier, [ada], 3_000, 3_500, 4_000)];
    expect(told(events).at(-1)).toEqual(['Cy', 'leave', 3_000]);
    const roster = createRoster({ ...bot, reported: events });
    expect(told(roster.look([ada, ben, cy], [], 9_000))).toEqual([
      ['Ben', 'join', 9_000],
      ['Cy', 'join', 9_000],
    ]);
  });

  it('takes a silent newcomer under the name of the bot for what the lost worker left behind', () => {
    const roster = createRoster({ ...bot, reported: reported() });
    roster.look([ada, cy, self, ghost], [], 9_000);
    expect(roster.look([ada, cy, self, ghost], [], 14_000)).toEqual([]);
    expect(roster.look([ada, cy, self], [], 15_000)).toEqual([]);
    expect(roster.look([ada, cy, self], [], 17_000)).toEqual([]);
  });

  it('does tell of a namesake who speaks, who stays, or whom the lost worker knew', () => {
    const speaking = createRoster({ ...bot, reported: [] });
    speaking.look([self, ghost], [], 9_000);
    expect(speaking.others).toEqual([]);
    expect(told(speaking.look([self, ghost], [says('g', 'speech_start', 9_900)], 10_000))).toEqual([
      ['Notes', 'join', 900],
      ['Notes', 'speech_start', 9_900],
    ]);
    const staying = createRoster({ ...bot, reported: [] });
    expect(staying.look([self, ghost], [], 9_000)).toEqual([]);
    expect(told(staying.look([self, ghost], [], 130_000))).toEqual([['Notes', 'join', 900]]);
    const known = createRoster({ ...bot, reported: createRoster(bot).look([ghost], [], 1_000) });
    known.look([self, ghost], [], 9_000);
    expect(told(missed(known, [self], 10_000, 10_500, 11_000))).toEqual([['Notes', 'leave', 10_000]]);
  });
});

describe('the roster of a worker whose page was lost', () => {
  it('knows the ghost of its earlier page by its id', () => {
    const roster = createRoster(bot);
    roster.look([ada, self], [], 1_000);
    const again = { ...self, id: 's2' };
    expect(roster.look([ada, { ...self, is_self: false }, again], [], 9_000)).toEqual([]);
  });
});
