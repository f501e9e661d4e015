import { describe, expect, it } from 'vitest';
import { createViewKeeper } from '../../../../lib/capture/session/recording/view-keeper.ts';
import type { RecordingSettings } from '../../../../lib/domain/bot/settings.ts';
import type { MeetingCapabilities } from '../../../../lib/domain/meeting/capabilities.ts';

type Answer = boolean | undefined | Error;

interface Course {
  readonly settings?: Partial<Pick<RecordingSettings, 'format' | 'view'>>;
  readonly pictures?: MeetingCapabilities['pictures'];
  readonly isOfPage?: boolean;
  /** What comes of having people shown, try by try; the last one again and again. */
  readonly answers?: readonly Answer[];
  /** The seconds at which the bot was out of its room. */
  readonly away?: readonly number[];
  readonly for_s?: number;
}

/** The seconds at which a view was asked for, and what the client was told. */
const watched = async ({
  settings,
  pictures = 'page',
  isOfPage = true,
  answers = [true],
  away = [],
  for_s = 50,
}: Course) => {
  const asked: string[] = [];
  const told: boolean[] = [];
  let tries = 0;
  let now_s = 0;
  const keeper = createViewKeeper({
    meeting: {
      capabilities: { pictures } as MeetingCapabilities,
      recorder: { isOfPage } as never,
      async showIn(view) {
        asked.push(`${now_s} ${view}`);
        const answer = answers[Math.min(tries, answers.length - 1)];
        tries += 1;
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
    recording_settings: { format: 'mp4', view: 'gallery_view', ...settings },
    viewNews: (isMissing) => void (told.at(-1) !== isMissing && told.push(isMissing)),
    log: () => undefined,
  });
  for (; now_s < for_s; now_s += 1) {
    if (away.includes(now_s)) keeper.doubt();
    keeper.keep(now_s * 1_000);
    await new Promise(setImmediate);
  }
  return { asked, told };
};

describe('a page that is recorded', () => {
  it.each([
    ['gallery_view', 'gallery_view'],
    ['speaker_view', 'speaker_view'],
    ['speaker_view_no_sidebar', 'speaker_view'],
  ] as const)('for %s shows people in %s, and is looked after', async (view, shown) => {
    expect(await watched({ settings: { view } })).toEqual({
      asked: [`0 ${shown}`, `20 ${shown}`, `40 ${shown}`],
      told: [false],
    });
  });

  it('is asked again, ever later; at the second time the client is told', async () => {
    const { asked, told } = await watched({ answers: [new Error('no such item')], for_s: 700 });
    expect(asked.map((line) => Number.parseInt(line, 10))).toEqual([0, 5, 20, 80, 680]);
    expect(told).toEqual([true]);
  });

  it('is told as it was asked for once it is', async () => {
    expect((await watched({ answers: [false, false, true] })).told).toEqual([true, false]);
  });

  it('waits for the end of what is shown in place of people, and tells nothing of it', async () => {
    const { asked, told } = await watched({ answers: [undefined], for_s: 14 });
    expect([asked.map((line) => Number.parseInt(line, 10)), told]).toEqual([[0, 5, 10], []]);
  });

  it('is asked anew when the bot was out of its room', async () => {
    const { asked } = await watched({ answers: [false], for_s: 120, away: [100] });
    expect(asked.map((line) => Number.parseInt(line, 10))).toEqual([0, 5, 20, 80, 100, 105]);
  });
});

it.each<[string, Course]>([
  ['no pictures are recorded', { settings: { format: 'mp3' } }],
  ['people are arranged by the recorder', { isOfPage: false }],
])('nobody is shown otherwise where %s', async (_, course) => {
  expect(await watched(course)).toEqual({ asked: [], told: [] });
});
