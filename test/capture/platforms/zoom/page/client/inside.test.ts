import { describe, expect, it } from 'vitest';
import { isInside, isInWaitingRoom } from '../../../../../../lib/capture/platforms/zoom/page/client/inside.ts';
import { createPermissionWatch } from '../../../../../../lib/capture/platforms/zoom/page/client/permission.ts';
import { aBar, aClient, aList, aRow } from '../client.ts';

const everything = (): boolean => true;
const counting = (people: number): string =>
  aBar('Leave').replace(
    '</footer>',
    `<span class="footer-button__number-counter"><span>${people}</span></span></footer>`,
  );
const joining = '<div id="wc-loading"><div class="join-meeting">Joining Meeting...</div></div>';
const connecting = '<div class="loading-layer"></div>';
const waiting = '<div class="meeting-on-hold"><div class="waiting-room-container"></div></div>';

describe('a bot in a client that has its bar', () => {
  it.each([
    ['inside where somebody is counted', counting(1), true],
    ['inside where nothing is counted: it is alone, or an attendee of a webinar', aBar('Leave'), true],
    ['not inside where nobody is counted', counting(0), false],
    ['not inside while it joins', joining + aBar('Leave'), false],
    ['not inside while it is let in', connecting + aBar('Leave'), false],
    ['not inside while it waits', waiting + counting(0), false],
    ['not inside while it waits over the bar of the meeting that it was in', waiting + counting(3), false],
  ])('is %s', (_, drawn, isIn) => {
    expect(isInside(aClient(drawn), everything)).toBe(isIn);
  });

  it('is inside where what it waited in is out of sight, and not inside without a bar', () => {
    expect(isInside(aClient(waiting, counting(3)), () => false)).toBe(true);
    expect(isInside(aClient(), everything)).toBe(false);
  });

  it('is inside where what the bar has opened stands beside the people, while the bar itself is out of the page', () => {
    const people = '<div class="speaker-bar-container__video-frame"></div>';
    const list = aList(aRow(0, 'Ada'));
    expect(isInside(aClient(people, list), everything)).toBe(true);
    for (const drawn of [[people], [list], [people, list, joining], [people, list, waiting]])
      expect(isInside(aClient(...drawn), everything)).toBe(false);
  });

  it('is in the waiting room only where it sees one', () => {
    expect(isInWaitingRoom(aClient(waiting, counting(0)), everything)).toBe(true);
    expect(isInWaitingRoom(aClient(waiting, counting(3)), () => false)).toBe(false);
    expect(isInWaitingRoom(aClient(counting(3)), everything)).toBe(false);
  });

  it('is somebody of whom nothing was said yet once it was put back into the waiting room', () => {
    const permission = createPermissionWatch();
    permission.look(aClient(counting(3)), ['Request to record granted by host']);
    permission.look(aClient(waiting, counting(0)), []);
    expect(permission.recording).toBe('not_asked');
  });
});
