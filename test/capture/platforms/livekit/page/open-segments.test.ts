import { beforeEach, describe, expect, it } from 'vitest';
import {
  createOpenSegments,
  type OpenSegments,
} from '../../../../../lib/capture/platforms/livekit/page/open-segments.ts';

let now_ms: number;
let open: OpenSegments;
beforeEach(() => {
  now_ms = 100_000;
  open = createOpenSegments(2, () => now_ms);
});
const begins = (segment: string, text: string, pair = 'agent ada') =>
  open.pieceOf(pair, { id: 'stream', begun_ms: now_ms, segment, isLast: false, text, isOver: false });
const ends = (text: string, { begun_ms = now_ms, isOver = true, isLast = true, pair = 'agent ada' } = {}) =>
  open.pieceOf(pair, { id: 'its own', begun_ms, segment: undefined, isLast, text, isOver });

describe('a final text that names no piece', () => {
  it('ends the open one whose words it has, once', () => {
    begins('SG_1', 'A good mourning every');
    now_ms += 5_000;
    expect(ends('Aside.', { isLast: false })).toBe('its own');
    expect(ends('Well, a good morning everybody.')).toBe('SG_1');
    expect(ends('Well, a good morning everybody.')).toBe('its own');
  });

  it('ends the one that was open just before, in whatever words', () => {
    begins('SG_1', 'So');
    now_ms += 1_999;
    expect(ends('No.')).toBe('SG_1');
    expect(ends('So what?')).toBe('its own');
  });

  it('leaves by itself what was open for longer, and nothing later is of that', () => {
    begins('SG_1', 'So');
    now_ms += 2_000;
    expect(ends('No.')).toBe('its own');
    expect(ends('So what?')).toBe('its own');
  });

  it('is of the same piece to its end, also where that comes late and another one has begun', () => {
    begins('SG_1', 'So');
    now_ms += 1_999;
    const begun_ms = now_ms;
    expect(ends('No', { begun_ms, isOver: false })).toBe('SG_1');
    now_ms += 1;
    begins('SG_2', 'No way');
    expect(ends('No way.', { begun_ms })).toBe('SG_1');
    expect(ends('No way at all.')).toBe('SG_2');
  });

  it('ends of several the one of which it has the most words, or else the first', () => {
    begins('SG_1', 'So');
    begins('SG_2', 'So let us go');
    begins('SG_3', 'Won');
    begins('SG_2', 'So let us go now');
    expect(ends('So let’s go now.')).toBe('SG_2');
    begins('SG_4', 'Too');
    expect(ends('One.')).toBe('SG_3');
    expect(ends('Two.')).toBe('SG_4');
    expect(ends('So what?')).toBe('its own');
  });

  it('ends none that was ended already, and of which something comes late', () => {
    begins('SG_1', 'So');
    expect(ends('No.')).toBe('SG_1');
    begins('SG_1', 'So');
    expect(ends('Next.')).toBe('its own');
  });

  it('ends none that is final, of another pair, or of long ago', () => {
    begins('SG_1', 'So');
    open.pieceOf('agent ada', { id: 's', begun_ms: now_ms, segment: 'SG_1', isLast: true, text: 'So.', isOver: true });
    begins('SG_2', 'So', 'agent ben');
    expect(ends('So what?')).toBe('its own');
    for (const number of [3, 4, 5, 6]) begins(`SG_${number}`, number === 3 ? 'So' : 'Well', 'agent ben');
    expect(ends('So what?', { pair: 'agent ben' })).toBe('SG_4');
    for (const pair of ['agent cleo', 'agent dan']) begins('SG_7', 'Hm', pair);
    expect(ends('Well.', { pair: 'agent ben' })).toBe('its own');
  });
});
