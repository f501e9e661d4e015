import { beforeEach, describe, expect, it } from 'vitest';
import { createLastEnd } from '../../../lib/capture/browser/last-end.ts';
import type { WireFact } from '../../../lib/capture/platforms/judging/facts.ts';
import { aPage } from '../platforms/judging/a-table.ts';

const connected: WireFact = { kind: 'livekit.connected' };
const end: WireFact[] = [connected, { kind: 'livekit.disconnected', reason: 'PARTICIPANT_REMOVED' }];

describe('the end of a connection whose page has loaded another one', () => {
  let now_ms = 0;
  let lastEnd = createLastEnd();
  /** What is told at a look after so long, at the document that was loaded at `loaded_ms`. */
  const wireAfter = (ms: number, loaded_ms: number, facts: Parameters<typeof aPage>[0] = {}) => {
    now_ms += ms;
    return lastEnd.given({ facts: aPage(facts), loaded_ms }).facts?.wire;
  };
  /** The last of looks every quarter of a second. */
  const wireFor = (ms: number, loaded_ms: number, facts?: Parameters<typeof aPage>[0]) => {
    for (let left_ms = ms; left_ms > 250; left_ms -= 250) wireAfter(250, loaded_ms, facts);
    return wireAfter(250, loaded_ms, facts);
  };

  beforeEach(() => {
    now_ms = 0;
    lastEnd = createLastEnd(() => now_ms);
    expect(wireFor(10_000, 1)).toEqual([]);
    expect(wireAfter(250, 1, { wire: [connected] })).toEqual([connected]);
    lastEnd.hear(end);
  });

  it('is told once that one has made no connection for some seconds', () => {
    expect(wireAfter(250, 2)).toEqual([]);
    expect(wireFor(4_750, 2)).toEqual([]);
    expect(wireAfter(250, 2)).toEqual(end);
    // Another one begins anew.
    expect(wireAfter(250, 3)).toEqual([]);
  });

  it('is told of no page that connects again, or is loaded by the bot', () => {
    expect(wireFor(3_000, 2)).toEqual([]);
    lastEnd.hear([]);
    expect(wireAfter(250, 2, { wire: [{ kind: 'livekit.connecting' }] })).toEqual([{ kind: 'livekit.connecting' }]);
    expect(wireFor(10_000, 2)).toEqual([]);
  });

  it.each(['shell.form', 'shell.call'])(
    'is told at once where the page waits for somebody to join, by its %s',
    (part) => {
      expect(wireAfter(250, 2, { shown: [part] })).toEqual(end);
    },
  );

  it('waits for a page that is looked at seldom', () => {
    expect(wireAfter(250, 2)).toEqual([]);
    expect(wireAfter(60_000, 2)).toEqual([]);
  });
});
