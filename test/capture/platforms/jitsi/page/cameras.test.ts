import { beforeEach, describe, expect, it } from 'vitest';
import {
  createJitsiCameras,
  type JitsiCameras,
  wishesFor,
  withWishes,
} from '../../../../../lib/capture/platforms/jitsi/page/cameras.ts';
import type { JitsiSource } from '../../../../../lib/capture/platforms/jitsi/page/room.ts';

const aSource = (name: string, kind: JitsiSource['kind'] = 'camera', isMuted = false): JitsiSource => ({
  name,
  participant_id: name.slice(0, 4),
  kind,
  isMuted,
});

describe('how many lines are wanted', () => {
  it("are those of people's cameras, whichever of their pictures that is", () => {
    const sources = [aSource('bb22-v0'), aSource('cc33-v1'), aSource('dd44-v0', 'camera', true)];
    expect(wishesFor({ bb22: 'large', cc33: 'small', dd44: 'none' }, sources)).toEqual({
      'bb22-v0': 720,
      'cc33-v1': 180,
      'dd44-v0': 0,
    });
  });

  it('are of a screen as many as there are, for as long as it is shared', () => {
    const sources = [aSource('bb22-v0', 'screen'), aSource('cc33-v0'), aSource('cc33-v1', 'screen', true)];
    expect(wishesFor({ bb22: 'none', cc33: 'small' }, sources)).toEqual({ 'bb22-v0': 2_160, 'cc33-v0': 180 });
  });

  it('are of the first picture of whoever says nothing of what they send', () => {
    expect(wishesFor({ bb22: 'large' }, [])).toEqual({ 'bb22-v0': 720 });
  });

  it('are not of whom the bot has said nothing', () => {
    expect(wishesFor({}, [aSource('bb22-v0')])).toEqual({});
  });
});

describe('what the page asks of the bridge', () => {
  it('is left as it is where the bot has no wishes', () => {
    const asked = { lastN: 5, constraints: { 'bb22-v0': { maxHeight: 360 } } };
    expect(withWishes(asked, {})).toEqual(asked);
  });

  it("has the bot's wishes, and the page's for all else", () => {
    const asked = {
      lastN: 1,
      selectedSources: ['bb22-v0'],
      defaultConstraints: { maxHeight: 180 },
      constraints: { 'bb22-v0': { maxHeight: 360 }, 'bb22-v1': { maxHeight: 2160 } },
    };
    expect(withWishes(asked, { 'bb22-v0': 720, 'cc33-v0': 180, 'dd44-v0': 0 })).toEqual({
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
    expect(withWishes({ lastN: -1 }, { 'bb22-v0': 720 }).lastN).toBe(-1);
  });
});

describe("the bot's wishes", () => {
  let sent: unknown[];
  let cameras: JitsiCameras;
  let sources: readonly JitsiSource[];
  const aBridge = () => ({ setReceiverConstraints: (constraints: unknown) => void sent.push(constraints) });
  const large = { lastN: -1, constraints: { 'bb22-v0': { maxHeight: 720 } } };

  beforeEach(() => {
    [sent, sources] = [[], []];
    cameras = createJitsiCameras(() => sources);
  });

  it('are told once, and again with whatever the page asks for', () => {
    const conference = aBridge();
    cameras.follow(conference);
    conference.setReceiverConstraints({ lastN: -1 });
    cameras.want({ bb22: 'large' });
    cameras.want({ bb22: 'large' });
    conference.setReceiverConstraints({ lastN: -1, defaultConstraints: { maxHeight: 180 } });
    expect(sent).toEqual([{ lastN: -1 }, large, { ...large, defaultConstraints: { maxHeight: 180 } }]);
  });

  it('wait for the page, which knows what else is wanted, in each room that the bot comes into', () => {
    const [main, breakout] = [aBridge(), aBridge()];
    cameras.follow(main);
    cameras.want({ bb22: 'large' });
    main.setReceiverConstraints({ lastN: -1 });
    cameras.follow(breakout);
    cameras.want({ bb22: 'small' });
    expect(sent).toEqual([large]);
    breakout.setReceiverConstraints({ lastN: -1 });
    expect(sent[1]).toEqual({ lastN: -1, constraints: { 'bb22-v0': { maxHeight: 180 } } });
  });

  it('are told again when somebody begins to share their screen', () => {
    const conference = aBridge();
    cameras.follow(conference);
    conference.setReceiverConstraints({ lastN: -1 });
    cameras.want({ bb22: 'none' });
    sources = [aSource('bb22-v0', 'screen')];
    cameras.want({ bb22: 'none' });
    cameras.want({ bb22: 'none' });
    expect(sent.slice(1)).toEqual([
      { lastN: -1, constraints: { 'bb22-v0': { maxHeight: 0 } } },
      { lastN: -1, constraints: { 'bb22-v0': { maxHeight: 2_160 } } },
    ]);
  });

  it('are nothing to a page that cannot ask for them', () => {
    for (const conference of [undefined, null, {}]) cameras.follow(conference);
    cameras.want({ bb22: 'large' });
    expect(sent).toEqual([]);
  });
});
