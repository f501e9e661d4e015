import { describe, expect, it } from 'vitest';
import type { Bot } from '../../../lib/domain/bot/bot.ts';
import { newId } from '../../../lib/domain/ids.ts';
import type { Platform } from '../../../lib/domain/meeting/known-platforms.ts';
import { listedBots } from '../../../lib/storage/bots/bot-lists.ts';
import { refOf } from '../../../lib/storage/keys.ts';
import { createOtherBots } from '../../../lib/usecases/worker/other-bots.ts';
import { createWorkerLine } from '../../../lib/usecases/worker/worker-line.ts';
import { aBot } from '../../lab/builders/records.ts';
import { countingTable } from '../../lab/doubles/counting-table.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';
import { aBotInMeeting } from '../../lab/worlds/bot-in-meeting.ts';

const id = (n: number): string => newId('bot', new Date(1_772_442_000_000 + n), new Uint8Array(10));
const inside = { state: 'joined_recording', platform: 'zoom', meeting_url: 'https://zoom.us/j/123456789' } as const;

/** Two bots that are inside, each by its link, with the lines of their workers. */
const twoBots = async (platform: Platform, ...links: readonly [string, string]) => {
  const [one, another] = links.map((meeting_url, n) => ({ ...inside, id: id(n), platform, meeting_url }));
  const { bots, ports, ref, table } = await aBotInMeeting(one);
  const other = aBot(another);
  await bots.create(other);
  return { bots, ports, table, other, lines: [ref, refOf(other)].map((of) => createWorkerLine(ports, of, 1)) };
};

/** Whom each sees for another bot, once their meetings have shown them. */
const seenBy = async ({ lines }: Pick<Awaited<ReturnType<typeof twoBots>>, 'lines'>) => {
  for (const [n, line] of lines.entries()) await line.present(`participant ${n}`);
  return Promise.all(lines.map((line) => line.otherBots()));
};
const eachOther = [['participant 1'], ['participant 0']];

const thread = 'https://teams.microsoft.com/l/meetup-join/19%3ameeting_NjFhZGJjMmYt%40thread.v2';
const opens = (room: string, identity: string): string =>
  `e30.${Buffer.from(JSON.stringify({ sub: identity, video: { room } })).toString('base64url')}.c2ln`;

describe('the other bots in a meeting', () => {
  it('are those of the project that are in the same meeting now and know as whom', async () => {
    const bots = listedBots(memoryTable());
    const own = aBot({ ...inside, id: id(0), participant_id: 'own' });
    const others = [
      aBot({ ...inside, id: id(1), participant_id: 'recording' }),
      aBot({ ...inside, id: id(2), participant_id: 'moving', state: 'joining_breakout_room' }),
      aBot({ ...inside, id: id(3) }),
      aBot({ ...inside, id: id(4), participant_id: 'gone', state: 'ended' }),
      aBot({ ...inside, id: id(5), participant_id: 'left', state: 'leaving' }),
      aBot({ ...inside, id: id(6), participant_id: 'elsewhere', meeting_url: 'https://zoom.us/j/987654321' }),
      aBot({ ...inside, id: id(7), participant_id: 'foreign', project_id: 'prj_01KJNWKZ00ZZZZZZZZZZZZZZZZ' }),
    ];
    for (const bot of [own, ...others]) await bots.create(bot);
    expect(await createOtherBots({ bots })(own)).toEqual(['moving', 'recording']);
  });

  it('are found in two reads of nobody else, however many are to come by the same link', async () => {
    const { table, calls } = countingTable(memoryTable());
    const bots = listedBots(table);
    const today = [0, 1].map((n) => aBot({ ...inside, id: id(n), state: 'joining' }));
    const ahead = Array.from({ length: 120 }, (_, n) => aBot({ ...inside, id: id(2 + n), state: 'scheduled' }));
    for (const bot of [...today, ...ahead]) await bots.create(bot);
    const [own, other] = await Promise.all(
      today.map(async (bot) => {
        const joined = { ...bot, state: 'joined_recording', participant_id: `as ${bot.id}`, version: 2 } as const;
        await bots.save(joined, bot);
        return joined;
      }),
    );
    if (!own || !other) throw new Error('two bots are there today');
    calls();
    const looked: number[] = [];
    const at: typeof bots.at = (projectId, positions) => {
      looked.push(positions.length);
      return bots.at(projectId, positions);
    };
    const otherBots = createOtherBots({ bots: { ...bots, at } });
    expect(await otherBots(own)).toEqual([other.participant_id]);
    expect([calls(), looked]).toEqual([['query', 'getMany'], [2]]);
    await bots.save({ ...other, state: 'ended', version: 3 }, other);
    expect(await otherBots(own)).toEqual([]);
    expect(looked).toEqual([2, 1]);
  });

  it.each<[Platform, string, string]>([
    ['google_meet', 'https://meet.google.com/abc-defg-hij', 'https://meet.google.com/abc-defg-hij'],
    ['zoom', 'https://zoom.us/j/123456789?pwd=secret', 'https://acme.zoom.us/w/123456789?pwd=secret&tk=another-secret'],
    ['teams', `${thread}/0?context=%7b%22Tid%22%3a%22secret%22%7d`, `${thread}/0#token=secret`],
    ['jitsi', 'https://meet.example.com/Standup?jwt=secret', 'https://meet.example.com/standup?password=secret'],
    ['galene', 'https://galene.example.com/group/daily?token=secret', 'https://galene.example.com/group/daily'],
    [
      'livekit',
      `https://livekit.example.com/rooms/join?token=${opens('daily', 'one')}`,
      `https://livekit.example.com/rooms/daily?token=${opens('daily', 'another')}#secret`,
    ],
    ['demo_room', 'http://localhost:4000/room/daily', 'http://localhost:4000/room/daily'],
  ])('know each other, by whichever links they came to a meeting of %s', async (platform, ...links) => {
    const there = await twoBots(platform, ...links);
    expect(await seenBy(there)).toEqual(eachOther);
    // What is stored of them beside their links lets nobody in.
    const stored = there.table.items().map(({ meeting_url: _, ...item }) => JSON.stringify(item));
    expect(stored.filter((item) => item.includes('secret') || item.includes('e30.'))).toEqual([]);
  });

  it.each<[Platform, string, string]>([
    ['zoom', 'https://zoom.us/j/123456789?pwd=p', 'https://zoom.us/j/987654321?pwd=p'],
    ['jitsi', 'https://meet.example.com/standup?jwt=t', 'https://meet.example.net/standup?jwt=t'],
    [
      'livekit',
      `https://livekit.example.com/rooms/daily?token=${opens('one', 'bot')}`,
      `https://livekit.example.com/rooms/daily?token=${opens('another', 'bot')}`,
    ],
  ])('are none in another meeting of %s', async (...links) => {
    expect(await seenBy(await twoBots(...links))).toEqual([[], []]);
  });

  it('that an earlier version brought in are known to those that came by the same link, and to all once they are told of anew', async () => {
    const link = 'https://zoom.us/j/123456789?pwd=p';
    const { bots, other, lines } = await twoBots('zoom', 'https://acme.zoom.us/j/123456789', link);
    const [own, told] = lines;
    const before = { ...other, participant_id: 'of before', version: 2 };
    await bots.save(before, other);
    const third: Bot = { ...other, id: id(2) };
    await bots.create(third);
    expect([await createOtherBots({ bots })(third), await own?.otherBots()]).toEqual([['of before'], []]);
    // As whoever relieves its worker does.
    await told?.present('of before');
    expect([await createOtherBots({ bots })(third), await own?.otherBots()]).toEqual([['of before'], ['of before']]);
    const { version } = (await bots.get(refOf(other))) ?? {};
    await told?.present('of before');
    expect((await bots.get(refOf(other)))?.version).toBe(version);
  });

  it('are found by the canonical link alone once a bot that came by another one has that as its own', async () => {
    const { bots, other, lines } = await twoBots('zoom', 'https://zoom.us/j/123456789', 'https://zoom.us/j/123456789');
    const [own, moved] = lines;
    await bots.save({ ...other, participant_id: 'p', present_in: 'https://zoom.us/j/987654321', version: 2 }, other);
    await moved?.present('p');
    const stored = await bots.get(refOf(other));
    expect([stored?.present_in, await own?.otherBots()]).toEqual([undefined, ['p']]);
    await moved?.present('p');
    expect((await bots.get(refOf(other)))?.version).toBe(stored?.version);
  });

  it('are found in three reads by a link that is not canonical', async () => {
    const { table, calls } = countingTable(memoryTable());
    const bots = listedBots(table);
    const own = aBot({ ...inside, meeting_url: `${inside.meeting_url}?pwd=p`, participant_id: 'own' });
    await bots.create(own);
    calls();
    expect(await createOtherBots({ bots })(own)).toEqual([]);
    expect(calls()).toEqual(['query', 'query', 'getMany']);
  });
});
