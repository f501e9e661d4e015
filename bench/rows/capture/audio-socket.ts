/** Row 11b: how long sound takes between a meeting and a client's server, and how soon a server that is interrupted is silent. */
import { aTone, type HeardChunk, loudestOf } from '../../../test/lab/hosts/audio-server.ts';
import { until } from '../../../test/lab/until.ts';
import { anAudioMeeting } from '../../../test/lab/worlds/audio-meeting.ts';
import type { Row } from '../../row.ts';
import { percentile } from '../../worlds/webhook-world.ts';

const rounds = 20;
const rate = 16_000;
const loud = 3_000;
/** A whole answer at once, as a server has it that waits for nobody. */
const answer = aTone(700, 10, rate);

const isLoud = ({ samples }: HeardChunk): boolean => loudestOf(samples) > loud;

const measure = async (): Promise<string> => {
  await using meeting = await anAudioMeeting();
  const { speaker, listener } = meeting;
  const { heard } = listener.server;
  await until(
    () => [speaker, listener].map(({ server }) => server.heard.length),
    (counts) => counts.every((count) => count > 100),
  );
  const [answers, silences]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const from = heard.length;
    const said_ms = performance.now();
    speaker.server.say(answer);
    const first = await until(
      () => heard.slice(from).find(isLoud),
      (found) => found !== undefined,
      5,
    );
    answers.push((first?.at_ms ?? Number.NaN) - said_ms);
    const talking = heard.length;
    await until(
      () => heard.length,
      (count) => count > talking + 25,
      5,
    );
    const cleared_ms = performance.now();
    speaker.server.clear();
    await until(
      () => heard.slice(-15),
      (newest) => !newest.some(isLoud),
      5,
    );
    const last = heard.findLast(isLoud);
    silences.push(Math.max(0, (last?.at_ms ?? Number.NaN) - cleared_ms));
  }
  const shown = (values: number[]) =>
    `p50 ${percentile(values, 0.5).toFixed(0)}, worst ${Math.max(...values).toFixed(0)}`;
  return `there and back ${shown(answers)}; silent ${shown(silences)}`;
};

export const audioSocketRows: readonly Row[] = [
  {
    number: '11b',
    title:
      'a client’s server speaks over its WebSocket → through a meeting → the server of another bot there hears it; it is interrupted → nothing is heard of it any more, ms',
    target: '≤ 300; ≤ 200',
    measure,
  },
];
