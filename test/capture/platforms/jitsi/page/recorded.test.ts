import { describe, expect, it } from 'vitest';
import { createJitsiRecorded } from '../../../../../lib/capture/platforms/jitsi/page/recorded.ts';
import { aJitsiPage } from './a-page.ts';

const aMeeting = () => {
  const page = aJitsiPage();
  const recorded = createJitsiRecorded(
    () => page.state,
    () => 1_000,
  );
  const say = (...sessionDatas: object[]): void => page.set('recording', { sessionDatas });
  return { recorded, say };
};

describe('a Jitsi meeting that its server records', () => {
  it('is agreed to by unmuting once the page has said so, until that recording is over', () => {
    const { recorded, say } = aMeeting();
    say({ id: 'one', status: 'on' });
    expect([recorded.isAgreedToByUnmuting, recorded.told_ms]).toEqual([false, undefined]);
    recorded.told();
    expect([recorded.isAgreedToByUnmuting, recorded.told_ms]).toEqual([true, 1_000]);
    say({ id: 'one', status: 'off' });
    expect(recorded.isAgreedToByUnmuting).toBe(false);
  });

  it('stays so where only an earlier recording is over, and on the way between two rooms', () => {
    const { recorded, say } = aMeeting();
    say({ id: 'one', status: 'off' }, { id: 'two', status: 'on' });
    recorded.told();
    say({ id: 'one', status: 'off' });
    expect(recorded.isAgreedToByUnmuting).toBe(true);
    say();
    expect(recorded.isAgreedToByUnmuting).toBe(true);
  });

  it.each([
    ['knows nothing of recordings', undefined],
    ['is of another kind', { sessionDatas: 'many' }],
    ['holds none', { sessionDatas: [] }],
  ])('stays so for good where the store of the page %s', (_, features) => {
    const page = aJitsiPage();
    const recorded = createJitsiRecorded(() => page.state);
    if (features) page.set('recording', features);
    recorded.told();
    page.set('recording', { sessionDatas: [{ id: 'one', status: 'off' }] });
    expect(recorded.isAgreedToByUnmuting).toBe(true);
  });
});
