import { describe, expect, it } from 'vitest';
import { refOf } from '../../../lib/storage/keys.ts';
import { createGetTranscript } from '../../../lib/usecases/captured/get-transcript.ts';
import { anUtterance } from '../../lab/builders/records.ts';
import { allReadable } from '../../lab/doubles/all-readable.ts';
import { capturedIn } from '../../lab/worlds/captured-world.ts';

describe('the transcript', () => {
  it('is in the order of speech, and can be asked for what is new', async () => {
    const { bots, captured, bot, clock, line } = await capturedIn([]);
    const say = (batch: string, ...times: number[]) =>
      line.captured(batch, {
        utterances: times.map((timestamp_ms) => anUtterance({ timestamp_ms })),
        participant_events: [],
        chat_messages: [],
      });
    await say('a', 3000, 5000);
    const between = clock.now();
    clock.advance(1);
    await say('b', 1000, 4000);
    const getTranscript = createGetTranscript({ ...allReadable, bots, captured });
    const timesOf = async (after?: Date) =>
      (await getTranscript(refOf(bot), after)).map(({ timestamp_ms }) => timestamp_ms);
    expect(await timesOf()).toEqual([1000, 3000, 4000, 5000]);
    expect(await timesOf(between)).toEqual([1000, 4000]);
    expect(await timesOf(clock.now())).toEqual([]);
  });

  it('that is empty because there were no captions says so, until something is written down', async () => {
    const { bots, captured, bot, clock, line } = await capturedIn([]);
    const getTranscript = createGetTranscript({ ...allReadable, bots, captured });
    const ref = refOf(bot);
    expect(await getTranscript(ref)).toEqual([]);
    const since = clock.now();
    await line.missing('no_captions', since);
    // It is told late, and found by whoever asks for what is new, for as long as it goes on.
    clock.advance(2);
    expect(await getTranscript(ref, clock.now())).toMatchObject([{ timestamp_ms: since.getTime() }]);
    await line.nothingMissing(['no_captions'], clock.now());
    const [entry, ...more] = await getTranscript(ref);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ timestamp_ms: since.getTime(), duration_ms: 2000, speaker_name: '' });
    expect(entry?.transcription).toMatchObject({ transcript: '', error_code: 'captions_not_available' });
    expect(await getTranscript(ref, since)).toEqual([entry]);
    expect(await getTranscript(ref, clock.now())).toEqual([]);
    await line.captured('a', { utterances: [anUtterance()], participant_events: [], chat_messages: [] });
    expect(await getTranscript(ref)).toEqual([anUtterance()]);
  });

  it('whose only batch cannot be read does not say that nothing was written down', async () => {
    const { bots, captured, bot, clock, line, table } = await capturedIn([]);
    await line.missing('no_captions', clock.now());
    await line.captured('a', { utterances: [anUtterance()], participant_events: [], chat_messages: [] });
    const [batch] = table.items().filter(({ kind }) => kind === 'captured');
    if (!batch) throw new Error('nothing is stored');
    await table.write({ update: { pk: batch.pk, sk: batch.sk }, set: { kind_version: 99 } });
    const unreadable: Error[] = [];
    const onUnreadable = (error: Error): void => void unreadable.push(error);
    expect(await createGetTranscript({ bots, captured, onUnreadable })(refOf(bot))).toEqual([]);
    expect(unreadable).toEqual([expect.objectContaining({ message: expect.stringContaining(batch.sk) })]);
    await expect(createGetTranscript({ ...allReadable, bots, captured })(refOf(bot))).rejects.toThrow(batch.sk);
  });

  it('says nothing of captions to a bot that lost something else', async () => {
    const { bots, captured, bot, clock, line } = await capturedIn([]);
    await line.missing('sound_not_heard', clock.now());
    expect(await createGetTranscript({ ...allReadable, bots, captured })(refOf(bot))).toEqual([]);
  });
});
