import { beforeEach, describe, expect, it } from 'vitest';
import {
  createGaleneCaptions,
  type GaleneCaptions,
} from '../../../../../lib/capture/platforms/galene/page/captions.ts';
import { messageOf } from '../../../../../lib/capture/platforms/galene/page/wire.ts';

let captions: GaleneCaptions;
let now_ms: number;
const hear = (more: object, from: 'page' | 'other' = 'other'): void => {
  const caption = { type: 'chat', kind: 'caption', source: 'c1', username: 'speech-to-text', value: 'Hello.', ...more };
  const read = messageOf(new TextEncoder().encode(JSON.stringify(caption)));
  if (read) captions.hear(from, read);
};

beforeEach(() => {
  now_ms = 100_000;
  captions = createGaleneCaptions(() => now_ms);
});

describe('captions in a Galène group', () => {
  it('are each a piece of its own, of whoever wrote it, and do not overlap', () => {
    hear({ value: ' Good morning. ' });
    now_ms += 1_000;
    hear({ value: 'At noon.' });
    const [first, second] = captions.captions;
    expect(first).toEqual({
      id: 'caption 100000-1',
      speaker_id: 'c1',
      speaker_name: 'speech-to-text',
      start_ms: 97_000,
      duration_ms: 3_000,
      is_final: true,
      text: 'Good morning.',
    });
    expect(second).toMatchObject({ start_ms: 100_000, duration_ms: 1_000, text: 'At noon.' });
  });

  it('are not what people write, what the server replays, what is for one alone, nor nothing', () => {
    for (const more of [{ kind: '' }, { kind: 'me' }, { type: 'chathistory' }, { dest: 'own1' }]) hear(more);
    for (const more of [{ value: ' ' }, { value: 3 }, { source: '' }]) hear(more);
    hear({}, 'page');
    expect(captions.captions).toEqual([]);
  });

  it('are kept as far as a view holds them', () => {
    for (let at = 0; at < 250; at += 1) hear({ value: String(at) });
    expect([captions.captions.length, captions.captions.at(-1)?.text]).toEqual([200, '249']);
  });
});
