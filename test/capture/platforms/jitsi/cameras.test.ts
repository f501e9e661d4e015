import { beforeEach, describe, expect, it } from 'vitest';
import { createJitsiCameras, withWishes } from '../../../../lib/capture/platforms/jitsi/cameras.ts';

describe('what the page asks of the bridge', () => {
  it('is left as it is where the bot has no wishes', () => {
    const asked = { lastN: 5, constraints: { 'bb22-v0': { maxHeight: 360 } } };
    expect(withWishes(asked, {})).toEqual(asked);
  });

  it("has the bot's wishes for people's cameras, and the page's for all else", () => {
    const asked = {
      lastN: 1,
      selectedSources: ['bb22-v0'],
      defaultConstraints: { maxHeight: 180 },
      constraints: { 'bb22-v0': { maxHeight: 360 }, 'bb22-v1': { maxHeight: 2160 } },
    };
    expect(withWishes(asked, { bb22: 'large', cc33: 'small', dd44: 'none' })).toEqual({
      lastN: 2,
      selectedSources: ['bb22-v0'],
      defaultConstraints: { maxHeight: 180 },
      constraints: {
        'bb22-v0': { maxHeight: 720 },
        'bb22-v1': { maxHeight: 2160 },
        'cc33-v0': { maxHeight: 180 },
        'dd44-v0': { maxHeight: 0 },
      },
    });
  });

  it('stays without a limit where the page has none', () => {
    expect(withWishes({ lastN: -1 }, { bb22: 'large' }).lastN).toBe(-1);
  });
});

describe("the bot's wishes", () => {
  let sent: unknown[];
  const aBridge = () => ({ setReceiverConstraints: (constraints: unknown) => void sent.push(constraints) });
  const large = { constraints: { 'bb22-v0': { maxHeight: 720 } } };

  beforeEach(() => {
    sent = [];
  });

  it('are told once, and again with whatever the page asks for', () => {
    const [cameras, conference] = [createJitsiCameras(), aBridge()];
    cameras.want({ bb22: 'large' }, conference);
    cameras.want({ bb22: 'large' }, conference);
    conference.setReceiverConstraints({ lastN: -1 });
    expect(sent).toEqual([large, { lastN: -1, ...large }]);
  });

  it('are told in each room that the bot comes into', () => {
    const cameras = createJitsiCameras();
    cameras.want({ bb22: 'large' }, aBridge());
    cameras.want({ bb22: 'large' }, aBridge());
    expect(sent).toEqual([large, large]);
  });

  it('are nothing to a page that cannot ask for them', () => {
    const cameras = createJitsiCameras();
    for (const conference of [undefined, null, {}]) cameras.want({ bb22: 'large' }, conference);
    expect(sent).toEqual([]);
  });
});
