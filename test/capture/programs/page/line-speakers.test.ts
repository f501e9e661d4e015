import { describe, expect, it } from 'vitest';
import { type Contribution, createLineSpeakers } from '../../../../lib/capture/programs/page/line-speakers.ts';
import type { LineMoment } from '../../../../lib/capture/programs/page/platform-page.ts';

const names: Record<number, string> = { 1: 'ada', 2: 'ben', 3: 'cy' };
const loudest = ({ sources: [first] }: LineMoment) => first && names[first.source];
const came = (source: number, timestamp: number, audioLevel?: number): Contribution => ({
  source,
  timestamp,
  audioLevel,
});

describe('the speakers of a line', () => {
  it('are those whose packets came, each until theirs came last', () => {
    const speakers = createLineSpeakers(loudest);
    expect(speakers([came(1, 1_000)], 1_010)).toEqual([{ until_ms: 1_000, speaker: 'ada' }]);
    expect(speakers([came(1, 1_040)], 1_060)).toEqual([{ until_ms: 1_040, speaker: 'ada' }]);
    expect(speakers([came(2, 1_100), came(1, 1_060)], 1_110)).toEqual([
      { until_ms: 1_060, speaker: 'ada' },
      { until_ms: 1_100, speaker: 'ben' },
    ]);
  });

  it('are told apart also by a look that comes late', () => {
    const speakers = createLineSpeakers(loudest);
    speakers([came(1, 1_000)], 1_010);
    expect(speakers([came(3, 1_300), came(2, 1_200), came(1, 1_100)], 1_310)).toEqual([
      { until_ms: 1_100, speaker: 'ada' },
      { until_ms: 1_200, speaker: 'ben' },
      { until_ms: 1_300, speaker: 'cy' },
    ]);
  });

  it('are nobody where the page was held up and several may have been heard, and whoever alone may have been', () => {
    const speakers = createLineSpeakers(loudest);
    speakers([came(1, 1_000)], 1_010);
    expect(speakers([came(3, 2_980), came(2, 2_000), came(1, 1_500)], 3_000)).toEqual([
      { until_ms: 2_000, speaker: null },
      { until_ms: 2_980, speaker: 'cy' },
    ]);
    expect(speakers([came(3, 4_980)], 5_000)).toEqual([{ until_ms: 4_980, speaker: 'cy' }]);
  });

  it('are not whoever is the loudest in a mix when a page goes on that was held up', () => {
    const speakers = createLineSpeakers(loudest);
    speakers([came(1, 1_050, 0.5), came(2, 1_050, 0.01)], 1_060);
    expect(speakers([came(2, 3_000, 0.1), came(1, 3_040, 0.5)], 3_050)).toEqual([
      { until_ms: 3_000, speaker: null },
      { until_ms: 3_040, speaker: 'ada' },
    ]);
    expect(speakers([came(2, 5_040, 0.1), came(1, 5_040, 0.5)], 5_050)).toEqual([{ until_ms: 5_040, speaker: null }]);
    expect(speakers([came(2, 5_080, 0.1), came(1, 5_080, 0.5)], 5_100)).toEqual([{ until_ms: 5_080, speaker: 'ada' }]);
  });

  it('are nobody while a page was held up that names them by a look, and asked for all the same', () => {
    const asked: number[] = [];
    const speakers = createLineSpeakers(
      ({ at_ms }) => {
        asked.push(at_ms);
        return 'ada';
      },
      () => 400,
    );
    speakers([], 2_000);
    expect(speakers([], 2_300)).toEqual([{ until_ms: 1_900, speaker: 'ada' }]);
    expect(speakers([], 4_000)).toEqual([
      { until_ms: 2_300, speaker: 'ada' },
      { until_ms: 3_600, speaker: null },
    ]);
    expect(speakers([], 4_200)).toEqual([{ until_ms: 3_800, speaker: null }]);
    expect(speakers([], 4_450)).toEqual([
      { until_ms: 4_000, speaker: null },
      { until_ms: 4_050, speaker: 'ada' },
    ]);
    expect(asked).toEqual([1_600, 1_900, 2_300, 3_600, 3_800, 4_000, 4_050]);
  });

  it('are nobody through one hold-up after the other', () => {
    const speakers = createLineSpeakers(
      () => 'ada',
      () => 400,
    );
    speakers([], 1_000);
    const named = [2_000, 3_000, 4_000, 4_250, 4_500].flatMap((now_ms) => speakers([], now_ms));
    expect(named.filter(({ speaker }) => speaker === 'ada')).toEqual([
      { until_ms: 1_000, speaker: 'ada' },
      { until_ms: 4_100, speaker: 'ada' },
    ]);
  });

  it('are nobody where the page was held up for longer than a receiver remembers', () => {
    const speakers = createLineSpeakers(loudest);
    speakers([came(1, 1_000)], 1_010);
    expect(speakers([came(2, 15_980)], 16_000)).toEqual([{ until_ms: 15_980, speaker: null }]);
  });

  it('stay who they were while nothing comes', () => {
    const speakers = createLineSpeakers(loudest);
    speakers([came(1, 1_000)], 1_010);
    expect(speakers([came(1, 1_000)], 1_500)).toEqual([{ until_ms: 1_480, speaker: 'ada' }]);
  });

  it('are nobody any more where nobody can say who they are', () => {
    let told: string | null | undefined = 'ada';
    const speakers = createLineSpeakers(() => told);
    expect(speakers([], 1_020)).toEqual([{ until_ms: 1_000, speaker: 'ada' }]);
    told = undefined;
    expect(speakers([], 1_270)).toEqual([{ until_ms: 1_250, speaker: 'ada' }]);
    told = null;
    expect(speakers([], 1_520)).toEqual([{ until_ms: 1_500, speaker: null }]);
  });

  it('are asked for once it is certain who they were', () => {
    const asked: number[] = [];
    const speakers = createLineSpeakers(
      ({ at_ms }) => {
        asked.push(at_ms);
        return 'ada';
      },
      () => 400,
    );
    expect(speakers([], 2_000)).toEqual([{ until_ms: 1_600, speaker: 'ada' }]);
    expect(asked).toEqual([1_600]);
  });

  it('are told apart between two looks where they are told, and after a long look away by the next one', () => {
    const speakers = createLineSpeakers(
      ({ at_ms }) => (at_ms < 1_500 ? 'ada' : 'ben'),
      () => 400,
      true,
    );
    expect(speakers([], 1_700)).toEqual([{ until_ms: 1_300, speaker: 'ada' }]);
    expect(speakers([], 2_001)).toEqual([]);
    expect(speakers([], 2_100)).toEqual([
      { until_ms: 1_450, speaker: 'ada' },
      { until_ms: 1_700, speaker: 'ben' },
    ]);
  });

  it('are nobody in what was not certain yet when packets named somebody for the first time', () => {
    const speakers = createLineSpeakers(
      (moment) => loudest(moment) ?? 'cy',
      () => 400,
      true,
    );
    expect(speakers([], 1_700)).toEqual([{ until_ms: 1_300, speaker: 'cy' }]);
    expect(speakers([came(1, 1_740)], 1_750)).toEqual([
      { until_ms: 1_700, speaker: null },
      { until_ms: 1_740, speaker: 'ada' },
    ]);
    expect(speakers([came(1, 1_790)], 1_800)).toEqual([{ until_ms: 1_790, speaker: 'ada' }]);
  });

  it('are asked for with everybody who has a part in a mix, the loudest first, until theirs ends', () => {
    const asked: LineMoment[] = [];
    const speakers = createLineSpeakers((moment) => {
      asked.push(moment);
      return loudest(moment);
    });
    speakers([came(1, 1_000, 0.1), came(2, 1_000, 0.5)], 1_000);
    expect(asked.pop()).toEqual({
      at_ms: 1_000,
      sources: [
        { source: 2, level: 0.5 },
        { source: 1, level: 0.1 },
      ],
    });
    expect(speakers([came(1, 1_060, 0.1), came(2, 1_040, 0.5)], 1_070)).toEqual([
      { until_ms: 1_040, speaker: 'ben' },
      { until_ms: 1_060, speaker: 'ada' },
    ]);
    expect(asked[0]?.sources.map(({ source }) => source)).toEqual([2, 1]);
    expect(asked[1]?.sources.map(({ source }) => source)).toEqual([1]);
  });

  it('are nobody where nobody knows a source, and known by other means where packets name none', () => {
    const strangers = createLineSpeakers(loudest);
    expect(strangers([came(9, 1_000)], 1_000)).toEqual([{ until_ms: 1_000, speaker: null }]);
    let shown: string | undefined = 'ada';
    const byThePage = createLineSpeakers(() => shown);
    expect(byThePage([], 1_000)).toEqual([{ until_ms: 980, speaker: 'ada' }]);
    shown = 'ben';
    expect(byThePage([], 1_050)).toEqual([{ until_ms: 1_030, speaker: 'ben' }]);
  });
});
