import { describe, expect, it } from 'vitest';
import type { CaptionView } from '../../../../lib/capture/meeting/view.ts';
import { createPeopleSeen } from '../../../../lib/capture/session/people/people-seen.ts';
import { createCaptionReader } from '../../../../lib/capture/session/speech/captions.ts';
import { createTranscribedTime } from '../../../../lib/capture/session/speech/transcribed-time.ts';
import { aParticipant } from '../../../lab/builders/meeting-views.ts';

const caption = (changes: Partial<CaptionView> = {}): CaptionView => ({
  id: 'c1',
  speaker_id: 'a',
  speaker_name: 'ada (guest)',
  start_ms: 1_000,
  duration_ms: 800,
  is_final: true,
  text: ' Good morning. ',
  ...changes,
});
const ada = aParticipant('Ada', { id: 'a', user_uuid: 'user-a', is_host: true });
const people = createPeopleSeen();
people.note([ada]);

/** Reads captions of a meeting in which they are to be written down from the start, or when that is said first. */
const reader = (reported?: Parameters<typeof createCaptionReader>[2], isOpen = true) => {
  const time = createTranscribedTime();
  time.note(isOpen, 0);
  const { read, readLast, cut } = createCaptionReader(people, time, reported);
  let now_ms = 10_000;
  return {
    read: (captions: CaptionView[]) => read(captions, now_ms),
    readLast: (captions: CaptionView[]) => readLast(captions, now_ms),
    cut,
    /** What is told when the page shows the captions, and whether they are to be written down from then on. */
    at(second: number, isWanted: boolean, ...captions: CaptionView[]) {
      now_ms = second * 1000;
      time.note(isWanted, now_ms);
      return read(captions, now_ms).map(({ transcription }) => transcription.transcript);
    },
  };
};

describe('captions', () => {
  it('become an utterance each, under the name and role of the tile', () => {
    expect(reader().read([caption()])).toEqual([
      {
        speaker_name: 'Ada',
        speaker_uuid: 'a',
        speaker_user_uuid: 'user-a',
        speaker_is_host: true,
        timestamp_ms: 1_000,
        duration_ms: 800,
        transcription: { transcript: 'Good morning.' },
      },
    ]);
  });

  it('count once they are final, and only once', () => {
    const { read } = reader();
    expect(read([caption({ is_final: false, text: 'Good' })])).toEqual([]);
    expect(read([caption(), caption()])).toHaveLength(1);
    expect(read([caption(), caption({ id: 'c2' })])).toHaveLength(1);
  });

  it.each<[string, CaptionView[]]>([
    ['are over', [caption()]],
    ['go on', [caption({ is_final: false })]],
    ['were over before, and are shown again', [caption(), caption({ is_final: false })]],
  ])('are told once as the last look shows them, where they %s', (_, shown) => {
    const { read, readLast, cut } = reader();
    read([caption({ is_final: false, text: 'Good' })]);
    const told = [...shown.flatMap((one) => readLast([one])), ...cut()];
    expect(told.map(({ transcription }) => transcription.transcript)).toEqual(['Good morning.']);
  });

  it('are told as they were before where the last look shows them no more', () => {
    const { read, readLast, cut } = reader();
    read([caption({ is_final: false, text: 'Good' })]);
    expect([...readLast([]), ...cut()].map(({ transcription }) => transcription.transcript)).toEqual(['Good']);
  });

  it('keep the name that the caption gives when the speaker has left, and are dropped when empty', () => {
    const { read } = reader();
    expect(read([caption({ speaker_id: 'gone', speaker_name: 'Cy' }), caption({ id: 'c3', text: ' ' })])).toMatchObject(
      [{ speaker_name: 'Cy', speaker_is_host: false }],
    );
  });
});

const said = (id: string, start_ms: number, until_ms: number, text: string, is_final = true) =>
  caption({ id, start_ms, duration_ms: until_ms - start_ms, text, is_final });

describe('captions of what is being said when the bot comes in', () => {
  const [begun, whole] = [said('c1', 17_000, 21_000, 'As I', false), said('c1', 17_000, 23_000, 'As I said.')];

  it('are told as the platform shows them, when the bot may record at once', () => {
    const { at } = reader(undefined, false);
    at(20, true);
    expect(at(21, true, begun)).toEqual([]);
    expect(at(23, true, whole)).toEqual(['As I said.']);
  });

  it('are not told when all was said before', () => {
    const { at } = reader(undefined, false);
    expect(at(20, true, said('c1', 17_000, 19_000, 'Is it on?'))).toEqual([]);
  });

  it('are not told when the bot had to ask first', () => {
    const { at } = reader(undefined, false);
    at(18, false, said('c1', 17_000, 18_000, 'As', false));
    at(20, true, begun);
    expect(at(23, true, whole)).toEqual([]);
  });

  it('are not told when the bot had to ask first, nor what is cut off their end once it may record', () => {
    const { at } = reader(undefined, false);
    at(18, false, said('c1', 10_000, 18_000, 'No. Between', false));
    at(20, true, said('c1', 10_000, 20_000, 'No. Between us', false));
    expect(at(31, true, said('c1', 10_000, 16_000, 'No.'), said('c1 2', 16_000, 31_000, 'Between us,', false))).toEqual(
      [],
    );
    expect(at(35, true, said('c1 2', 16_000, 35_000, 'Between us, we are broke.'))).toEqual([]);
  });

  it('are not told by a worker that took the place of a lost one: nobody knows what was allowed meanwhile', () => {
    const { at } = reader([], false);
    at(20, true, begun);
    expect(at(23, true, whole)).toEqual([]);
  });

  it('are told as far as they were shown when recording ends meanwhile', () => {
    const { at } = reader(undefined, false);
    at(21, true, begun);
    expect(at(22, false, whole)).toEqual(['As I']);
  });
});

describe('captions around a pause', () => {
  it('are told when all was said before it, however late they are final', () => {
    const { at } = reader();
    expect(at(10, true)).toEqual([]);
    expect(at(20, false)).toEqual([]);
    expect(at(22, false, said('c1', 17_000, 19_500, 'Let us begin.'))).toEqual(['Let us begin.']);
    expect(at(60, true, said('c1', 17_000, 19_500, 'Let us begin.'))).toEqual([]);
  });

  it('are told as far as they were shown before it when it cuts them off, and never more of them', () => {
    const { at } = reader();
    expect(at(19.75, true, said('c1', 17_000, 19_500, 'Between', false))).toEqual([]);
    expect(at(20, false, said('c1', 17_000, 20_000, 'Between us', false))).toEqual(['Between']);
    expect(at(24, false, said('c1', 17_000, 24_000, 'Between us, we are broke.'))).toEqual([]);
    expect(at(30, true, said('c1', 17_000, 24_000, 'Between us, we are broke.'))).toEqual([]);
  });

  it('are not told when they began in it, also when they go on beyond it', () => {
    const { at } = reader();
    at(20, false);
    expect(at(25, false, said('c1', 22_000, 25_000, 'We are broke.'))).toEqual([]);
    expect(at(29, false, said('c2', 28_000, 29_000, 'Nobody', false))).toEqual([]);
    expect(at(30, true, said('c2', 28_000, 30_000, 'Nobody must', false))).toEqual([]);
    expect(at(32, true, said('c2', 28_000, 32_000, 'Nobody must know.'))).toEqual([]);
    expect(at(35, true, said('c3', 33_000, 35_000, 'Hello again.'))).toEqual(['Hello again.']);
    expect(at(40, false)).toEqual([]);
  });

  it('that are not final when all is over are told as they were shown last', () => {
    const { at, cut } = reader();
    at(20, true, said('c1', 17_000, 20_000, 'And one more', false));
    expect(cut()).toMatchObject([
      { timestamp_ms: 17_000, duration_ms: 3_000, transcription: { transcript: 'And one more' } },
    ]);
    expect(cut()).toEqual([]);
  });

  it('are not told a second time by a page that calls them by another id', () => {
    const { at } = reader();
    at(19, true, said('c1', 17_000, 19_000, 'Between', false));
    expect(at(20, false)).toEqual(['Between']);
    expect(at(21, false, said('c9', 17_000, 19_500, 'Between us.'))).toEqual([]);
  });
});

describe('captions that an earlier worker has reported', () => {
  it('are not told again, whatever they are called now', () => {
    const reported = reader().read([caption()]);
    const { read } = reader(reported);
    expect(read([caption({ id: 'c9' })])).toEqual([]);
    expect(read([caption({ id: 'c10', start_ms: 2_000 })])).toHaveLength(1);
  });
});

describe('captions of which a provider has heard the beginning', () => {
  it('are told from there on, also where they end before it and go on as another one', () => {
    const time = createTranscribedTime();
    time.note(true, 0);
    const { read, takeOver } = createCaptionReader(people, time);
    takeOver([said('c1', 10_000, 20_000, 'Good morning. We have', false)], 20_000);
    expect(read([said('c1', 10_000, 30_000, 'Good morning. We have seen this.', false)], 30_000)).toEqual([]);
    const ended = said('c1', 10_000, 15_000, 'Good morning.');
    expect(read([ended, said('c1 2', 15_000, 31_000, 'We have seen this. No', false)], 31_000)).toEqual([]);
    const told = read([ended, said('c1 2', 15_000, 40_000, 'We have seen this. Now we see it.')], 40_000);
    expect(told).toMatchObject([
      { timestamp_ms: 20_000, duration_ms: 20_000, transcription: { transcript: 'seen this. Now we see it.' } },
    ]);
  });
});
