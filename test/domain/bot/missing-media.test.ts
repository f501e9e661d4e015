import { describe, expect, it } from 'vitest';
import {
  lostMediaKinds,
  type MissingMediaKind,
  missingMediaKinds,
  missingMediaWarnings,
  withMissing,
  withNothingMissing,
  withUndone,
} from '../../../lib/domain/bot/missing-media.ts';
import { aBot } from '../../lab/builders/records.ts';

const at = (minute: number): Date => new Date(Date.UTC(2026, 2, 2, 9, minute));
const since = at(5).toISOString();
const until = at(6).toISOString();

describe('media of a meeting that does not reach its bot', () => {
  it('is remembered from when it was missing, once, until it is there again', () => {
    const missing = withMissing(aBot(), 'sound_not_heard', at(5));
    expect(missing?.missing_media).toEqual([{ kind: 'sound_not_heard', since }]);
    expect(missing && withMissing(missing, 'sound_not_heard', at(6))).toBeUndefined();
    expect(missing && withNothingMissing(missing, lostMediaKinds, at(6))?.missing_media).toEqual([
      { kind: 'sound_not_heard', since, until },
    ]);
  });

  it('changes nothing of a bot that misses nothing', () => {
    expect(withNothingMissing(aBot(), lostMediaKinds, at(6))).toBeUndefined();
    const over = aBot({ missing_media: [{ kind: 'nothing_comes', since, until }] });
    expect(withNothingMissing(over, lostMediaKinds, at(7))).toBeUndefined();
  });

  it('is there again while captions are still in another language', () => {
    const bot = aBot({
      missing_media: [
        { kind: 'captions_not_offered', since },
        { kind: 'nothing_comes', since },
      ],
    });
    expect(withNothingMissing(bot, lostMediaKinds, at(6))?.missing_media).toEqual([
      { kind: 'captions_not_offered', since },
      { kind: 'nothing_comes', since, until },
    ]);
  });

  it('is remembered for the last twenty times', () => {
    let bot = aBot();
    for (let minute = 0; minute < 30; minute += 1) {
      bot = withMissing(bot, 'nothing_comes', at(minute)) ?? bot;
      bot = withNothingMissing(bot, lostMediaKinds, at(minute)) ?? bot;
    }
    expect(bot.missing_media).toHaveLength(20);
    expect(bot.missing_media?.at(-1)?.since).toBe(at(29).toISOString());
  });

  it('is not forgotten for messages that could not be written, of which the last five are remembered', () => {
    let bot = aBot({ missing_media: [{ kind: 'sound_not_heard', since }] });
    for (let minute = 10; minute < 40; minute += 1)
      bot = withUndone(bot, 'message_not_sent', { at: at(minute), why: 'closed' });
    expect(bot.missing_media?.map(({ kind }) => kind)).toEqual([
      'sound_not_heard',
      ...Array.from({ length: 5 }, () => 'message_not_sent'),
    ]);
    expect(missingMediaWarnings(bot).at(-1)).toBe(
      `at ${at(39).toISOString()} a message of the bot did not appear in the chat: closed`,
    );
  });

  it('is not forgotten for people of whom the meeting does not tell, however often they come and go', () => {
    let bot = aBot({ missing_media: [{ kind: 'nothing_comes', since, until }] });
    for (let minute = 10; minute < 40; minute += 1) {
      bot = withMissing(bot, 'people_untold', at(minute)) ?? bot;
      bot = withNothingMissing(bot, ['people_untold'], at(minute)) ?? bot;
    }
    expect(bot.missing_media?.map(({ kind }) => kind)).toEqual([
      'nothing_comes',
      ...Array.from({ length: 5 }, () => 'people_untold'),
    ]);
    expect(bot.missing_media?.at(-1)?.since).toBe(at(39).toISOString());
  });

  it('is not forgotten for anything that is no loss, for how many reasons and how often that ever may be', () => {
    const lesser = missingMediaKinds.filter((kind) => ![...lostMediaKinds, 'no_captions'].includes(kind));
    let bot = aBot({ missing_media: [{ kind: 'nothing_comes', since, until }] });
    for (const kind of lesser)
      for (let minute = 10; minute < 40; minute += 1) bot = withMissing(bot, kind, at(minute), `${minute % 2}`) ?? bot;
    expect(bot.missing_media).toHaveLength(20);
    expect(bot.missing_media?.[0]).toEqual({ kind: 'nothing_comes', since, until });
    expect(bot.missing_media?.flatMap(({ kind, until }) => (until === undefined ? [kind] : []))).toEqual(lesser);
  });

  it('makes room for one time of each kind that is no loss, where all there is room for are losses', () => {
    const lesser = missingMediaKinds.filter((kind) => ![...lostMediaKinds, 'no_captions'].includes(kind));
    const lost = Array.from({ length: 20 }, (_, minute) => {
      const moment = at(minute).toISOString();
      return { kind: 'nothing_comes', since: moment, until: moment } as const;
    });
    let bot = aBot({ missing_media: lost });
    for (const kind of lesser)
      for (let minute = 30; minute < 40; minute += 1) bot = withMissing(bot, kind, at(minute), `${minute}`) ?? bot;
    expect(bot.missing_media?.filter(({ kind }) => kind === 'nothing_comes')).toEqual(lost.slice(lesser.length));
  });

  it('leaves room for what is no loss, however often media is lost', () => {
    let bot = withMissing(aBot(), 'encrypted', at(5)) ?? aBot();
    for (let minute = 10; minute < 40; minute += 1) {
      bot = withMissing(bot, 'nothing_comes', at(minute)) ?? bot;
      bot = withNothingMissing(bot, lostMediaKinds, at(minute)) ?? bot;
    }
    bot = withMissing(bot, 'withheld', at(40)) ?? bot;
    expect(bot.missing_media).toHaveLength(20);
    expect(bot.missing_media?.filter(({ until }) => until === undefined)).toEqual([
      { kind: 'encrypted', since },
      { kind: 'withheld', since: at(40).toISOString() },
    ]);
  });

  it('is told with the reason, where more is known than what is missing', () => {
    const bot = withMissing(aBot(), 'not_shown', at(5), 'the host forbids cameras');
    expect(bot && missingMediaWarnings(bot)).toEqual([
      `since ${since} the bot could not be seen or heard as it was asked to: the host forbids cameras`,
    ]);
  });

  it('is over, and missing anew, where the reason is another one', () => {
    const bot = aBot({ missing_media: [{ kind: 'withheld', since, why: 'pictures' }] });
    expect(withMissing(bot, 'withheld', at(6), 'pictures')).toBeUndefined();
    expect(withMissing(bot, 'withheld', at(6), 'sound, pictures')?.missing_media).toEqual([
      { kind: 'withheld', since, until, why: 'pictures' },
      { kind: 'withheld', since: until, why: 'sound, pictures' },
    ]);
  });

  it('is explained, and not missing anew, where another reason is told of the same moment', () => {
    const before = { kind: 'nothing_comes', since, until } as const;
    const bot = aBot({ missing_media: [{ kind: 'no_captions', since }, before] });
    const explained = withMissing(bot, 'no_captions', at(5), 'ask the host');
    expect(explained?.missing_media).toEqual([{ kind: 'no_captions', since, why: 'ask the host' }, before]);
    const over = aBot({ missing_media: [{ kind: 'no_captions', since, until: since }] });
    expect(withMissing(over, 'no_captions', at(5))?.missing_media).toHaveLength(2);
  });

  it('is the same where only as much of its reason is kept as there is room for', () => {
    const why = 'x'.repeat(400);
    const bot = withMissing(aBot(), 'not_shown', at(5), why);
    expect(bot && withMissing(bot, 'not_shown', at(6), why)).toBeUndefined();
  });

  it('is told to the client, one sentence for each time', () => {
    const bot = aBot({
      missing_media: [
        { kind: 'nothing_comes', since, until },
        { kind: 'sound_not_heard', since: until },
      ],
    });
    expect(missingMediaWarnings(bot)).toEqual([
      `from ${since} to ${until} neither sound nor pictures came from anybody: connections were lost, or cameras were on and nothing arrived`,
      `since ${until} sound was sent to the bot, and could not be heard`,
    ]);
  });

  it('is told by its name alone where a later program has stored it, as after a step back', () => {
    const kind = 'of_later' as MissingMediaKind;
    const bot = aBot({ missing_media: [{ kind, since, why: 'pictures' }] });
    expect(missingMediaWarnings(bot)).toEqual([`since ${since} of_later: pictures`]);
  });
});
