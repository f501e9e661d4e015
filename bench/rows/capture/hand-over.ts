/**
 * What it costs a bot to change its worker in the midst of a meeting, as on Fargate Spot (row 28): both sessions, with all that
 * is around them but a browser, in a time that passes as fast as it is computed.
 */
import { handedOverMeeting, type Said } from '../../../test/lab/worlds/handed-over-meeting.ts';
import type { Row } from '../../row.ts';

const times = 100;
/** Any number; figures of two runs are those of the same meetings. */
const seed = 28;

/** https://en.wikipedia.org/wiki/Linear_congruential_generator, as in POSIX's rand48. */
const createChance = () => {
  let state = BigInt(seed);
  return (from: number, to: number): number => {
    state = (state * 0x5_deec_e66dn + 0xbn) & 0xffff_ffff_ffffn;
    return from + (Number(state >> 16n) / 0x1_0000_0000) * (to - from);
  };
};
type Chance = ReturnType<typeof createChance>;

/** Two people talk by turns; now and then one of them does not pause for half a minute. */
const talk = (chance: Chance, until_s: number): Said[] => {
  const said: Said[] = [];
  for (let at_s = chance(0.5, 3); ; ) {
    const to_s = at_s + (chance(0, 1) < 0.1 ? chance(15, 30) : chance(1, 7));
    if (to_s > until_s) return said;
    said.push({ by: said.length % 2 === 0 ? 'ada' : 'ben', from_s: at_s, to_s });
    at_s = to_s + chance(0.4, 2);
  }
};

/** The last packet of sound lasts so much longer than the recording. */
const packetMs = 1024 / 48;

/** Asked to join, in the meeting, and out of it. */
const ownStates = 3;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** How much of what was said nobody sent to be transcribed, and how much was sent twice. */
const soundOf = (said: readonly Said[], sent: readonly { from_s: number; to_s: number }[]) => {
  const whole = sum(said.map(({ from_s, to_s }) => to_s - from_s));
  let [covered, end] = [0, 0];
  for (const { from_s, to_s } of sent.toSorted((a, b) => a.from_s - b.from_s)) {
    covered += Math.max(0, to_s - Math.max(from_s, end));
    end = Math.max(end, to_s);
  }
  return { lost_s: whole - covered, doubled_s: sum(sent.map(({ from_s, to_s }) => to_s - from_s)) - covered };
};

const handOver = async (chance: Chance, by: 'captions' | 'provider') => {
  const warned_s = chance(10, 40);
  const starts_after_s = chance(20, 70);
  const ends_s = warned_s + starts_after_s + chance(40, 80);
  const said = talk(chance, ends_s - 2);
  const seen = await handedOverMeeting({ said, by, warned_s, starts_after_s, ends_s });
  const written = seen.captured.utterances.map(({ transcription }) => transcription.transcript);
  const sent = seen.pieces.map(({ timestamp_ms, duration_ms }) => {
    const from_s = (timestamp_ms - seen.start_ms) / 1000;
    return { from_s, to_s: from_s + duration_ms / 1000 };
  });
  return {
    isHandedOver: seen.ends.join() === 'relieved,reported',
    lost_ms: seen.recorded_ms - (seen.recording?.duration_ms ?? 0),
    parts: seen.recording?.parts.length ?? 0,
    both_ms: seen.both_ms ?? 0,
    captions: by === 'captions' ? said.length : 0,
    missing: by === 'captions' ? said.length - new Set(written).size : 0,
    doubled: written.length - new Set(written).size,
    sound: by === 'provider' ? soundOf(said, sent) : { lost_s: 0, doubled_s: 0 },
    spoken_s: by === 'provider' ? sum(said.map(({ from_s, to_s }) => to_s - from_s)) : 0,
    strangers: seen.captured.participant_events.filter(({ participant_name }) => /notes/i.test(participant_name))
      .length,
    states: seen.bot?.events.length ?? 0,
  };
};

const measure = async (): Promise<string> => {
  const chance = createChance();
  const all: Awaited<ReturnType<typeof handOver>>[] = [];
  for (let time = 0; time < times; time += 1)
    all.push(await handOver(chance, time % 2 === 0 ? 'captions' : 'provider'));
  const most = (of: (one: (typeof all)[number]) => number): number => Math.max(...all.map(of));
  const total = (of: (one: (typeof all)[number]) => number): number => sum(all.map(of));
  const both = all.map(({ both_ms }) => both_ms).toSorted((a, b) => a - b);
  const handed = all.filter(({ isHandedOver }) => isHandedOver).length;
  const inOne = all.filter(({ parts }) => parts === 1).length;
  return [
    `${handed} of ${times} handed over, ${inOne} recordings in one part, at most ${Math.round(most(({ lost_ms }) => Math.max(0, lost_ms)))} ms lost and ${Math.round(most(({ lost_ms }) => Math.max(0, -lost_ms - packetMs)))} ms twice`,
    `${total(({ captions }) => captions)} captions: ${total(({ missing }) => missing)} lost, ${total(({ doubled }) => doubled)} twice`,
    `${Math.round(total(({ spoken_s }) => spoken_s))} s of speech for a provider: ${total(({ sound }) => sound.lost_s).toFixed(2)} s lost, ${total(({ sound }) => sound.doubled_s).toFixed(2)} s twice`,
    `${total(({ strangers }) => strangers)} of the bot’s own tiles among the people, ${total(({ states }) => states - ownStates)} states told besides its own`,
    `two tiles for ${seconds(both[Math.floor(both.length / 2)] ?? 0)} s (median), at most ${seconds(both.at(-1) ?? 0)} s`,
  ].join('; ');
};

export const handOverRows: readonly Row[] = [
  {
    number: 28,
    title: `planned hand-over of a bot to a new worker, ${times} times, in memory: what is lost`,
    target: '0 s of the recording, no utterance lost or told twice',
    measure,
  },
];
