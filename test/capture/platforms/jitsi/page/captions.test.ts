import { beforeEach, describe, expect, it } from 'vitest';
import {
  createJitsiCaptions,
  type JitsiCaptions,
  offersCaptions,
  type Transcriber,
  transcriberIn,
} from '../../../../../lib/capture/platforms/jitsi/page/captions.ts';
import { aConference } from './a-page.ts';

let now_ms: number;
let captions: JitsiCaptions;
let conference: ReturnType<typeof aConference>;
const transcriber = { getId: () => 'e5f6', isHidden: () => true };
const said = (message_id: string, text: string, more: object = {}) => ({
  type: 'transcription-result',
  message_id,
  participant: { id: 'aa11', name: 'Ada L.' },
  transcript: [{ text, confidence: 0 }],
  language: 'en-US',
  is_interim: true,
  stability: 0,
  ...more,
});
const hear = (message: unknown, from: unknown = transcriber): void =>
  conference.tell('conference.endpoint_message_received', from, message);
const read = () => captions.captions((id) => (id === 'aa11' ? 'Ada' : undefined));
const texts = () => read().map(({ text, is_final }) => [text, is_final]);

beforeEach(() => {
  now_ms = 10_000;
  captions = createJitsiCaptions(() => now_ms);
  conference = aConference('standup');
  captions.follow(conference);
});

describe('what a transcriber writes down in a Jitsi meeting', () => {
  it('is told under the name of whoever says it, each text in place of the one before, until it is final', () => {
    hear(said('m1', 'Good'));
    now_ms = 12_000;
    hear(said('m1', 'Good morning.', { is_interim: false }));
    hear(said('m1', 'Good mourning.'));
    expect(read()).toEqual([
      {
        id: 'm1',
        speaker_id: 'aa11',
        speaker_name: 'Ada',
        start_ms: 8_500,
        duration_ms: 3_500,
        is_final: true,
        text: 'Good morning.',
      },
    ]);
  });

  it('of several at once keeps its order, and of somebody who is gone its name', () => {
    hear(said('m1', 'Good'));
    hear(said('m2', 'Hello', { participant: { id: 'standup@conference.example.com/bb22', name: 'Ben' } }));
    hear(said('m1', 'Good morning.', { is_interim: false }));
    expect(texts()).toEqual([
      ['Good morning.', true],
      ['Hello', false],
    ]);
    expect(read()[1]).toMatchObject({ speaker_id: 'bb22', speaker_name: 'Ben' });
  });

  it('is final once nothing of it has come for ten seconds', () => {
    hear(said('m1', 'Good'));
    now_ms += 9_999;
    expect(texts()).toEqual([['Good', false]]);
    now_ms += 1;
    expect(texts()).toEqual([['Good', true]]);
  });

  it('goes on after that in a caption of its own, with what was not told yet', () => {
    hear(said('m1', 'I propose'));
    now_ms = 30_000;
    hear(said('m1', 'I propose'));
    expect(texts()).toEqual([['I propose', true]]);
    hear(said('m1', 'I propose that we close'));
    now_ms = 31_000;
    hear(said('m1', 'I propose that we close on Monday.', { is_interim: false }));
    hear(said('m1', 'I propose that we open.', { is_interim: false }));
    expect(texts()).toEqual([
      ['I propose', true],
      ['that we close on Monday.', true],
    ]);
    const [first, second] = read();
    expect([first?.id, second?.id === 'm1', second?.start_ms, second?.duration_ms]).toEqual([
      'm1',
      false,
      28_500,
      2_500,
    ]);
  });

  it('pauses more than once, and is told but once where it says at its end what was told', () => {
    hear(said('m1', 'One'));
    now_ms += 10_000;
    hear(said('m1', 'One two'));
    now_ms += 10_000;
    hear(said('m1', 'One two three'));
    now_ms += 10_000;
    hear(said('m1', 'One two three.', { is_interim: false }));
    hear(said('m1', 'One two three four', { is_interim: false }));
    expect(texts()).toEqual([
      ['One', true],
      ['two', true],
      ['three', true],
    ]);
    expect(new Set(read().map(({ id }) => id)).size).toBe(3);
  });

  it('is believed of whom nobody sees, and of the server, and of nobody else', () => {
    hear(said('m1', 'Fire!'), { getId: () => 'bb22', isHidden: () => false });
    hear(said('m2', 'Fire!'), {});
    conference.tell('conference.non_participant_message_received', 'bb22', said('m3', 'Fire!'));
    expect(read()).toEqual([]);
    conference.tell('conference.non_participant_message_received', 'transcriber', said('m4', 'Hello.'));
    expect(texts()).toEqual([['Hello.', false]]);
  });

  it('is no translation, and nothing that is none', () => {
    const nothings = [undefined, 'text', {}, said('', 'Hello'), said('m1', '  '), said('m2', 'x', { transcript: {} })];
    for (const message of [...nothings, said('m3', 'Bonjour', { type: 'translation-result' })]) hear(message);
    expect(read()).toEqual([]);
  });

  it('is heard in another room too, and no more is kept than a view holds', () => {
    const room = aConference('budget', true);
    captions.follow(room);
    for (let at = 0; at < 250; at += 1)
      room.tell('conference.endpoint_message_received', transcriber, said(`m${at}`, 'x'.repeat(at < 249 ? 1 : 20_000)));
    expect(read()).toHaveLength(200);
    expect(read().at(-1)?.text).toHaveLength(10_000);
  });
});

it.each([
  [{ 'features/base/config': { transcription: { enabled: true } } }, true],
  [{ 'features/base/config': { transcribingEnabled: true } }, true],
  [{ 'features/base/config': {}, 'features/transcribing': { isTranscribing: true } }, true],
  [{ 'features/base/config': { transcription: { enabled: false } }, 'features/transcribing': {} }, false],
  [{}, false],
])('a Jitsi page is asked for captions where it offers them: %j, %s', (state, offers) => {
  expect(offersCaptions(state)).toBe(offers);
});

describe('a transcriber that a bot has asked for', () => {
  const state = (local: object, subtitles: object = { _hasError: false }, isTranscribing = false) => ({
    'features/base/config': { transcription: { enabled: true } },
    'features/base/participants': { local },
    'features/subtitles': subtitles,
    'features/transcribing': { isTranscribing },
  });
  const guest = { role: 'participant' };

  it.each([
    ['a guest, whom the server has told of nothing that it may', state(guest)],
    ['a token that does not say so', state({ ...guest, features: { recording: true } })],
    ['a token that says the contrary', state({ ...guest, features: { transcription: 'false' } }, {})],
  ])('does not come for %s', (_, state) => {
    expect(transcriberIn(state)).toBe('not_allowed');
  });

  it.each<[string, object, Transcriber]>([
    ['a token that says so', state({ ...guest, features: { transcription: 'true' } }), 'awaited'],
    ['a moderator', state({ role: 'moderator' }), 'awaited'],
    ['whoever asks on a page of before, which leaves that to the server', state(guest, { _language: null }), 'untold'],
    [
      'a token that says so, on a page that notes no failure',
      state({ features: { transcription: true } }, {}),
      'untold',
    ],
    ['whoever comes where it is there', state(guest, { _hasError: true }, true), 'there'],
    ['a page that says nothing', {}, 'untold'],
  ])('may come for %s', (_, state, is) => {
    expect(transcriberIn({ ...state })).toBe(is);
  });

  it('is not waited for where the page offers none', () => {
    expect(transcriberIn({ ...state(guest), 'features/base/config': {} })).toBe('untold');
  });

  it('could not be had where the page says so', () => {
    expect(transcriberIn(state({ role: 'moderator' }, { _hasError: true }))).toBe('failed');
  });
});
