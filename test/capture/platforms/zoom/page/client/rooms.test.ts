import { describe, expect, it } from 'vitest';
import { createRoomWatch, joinIn } from '../../../../../../lib/capture/platforms/zoom/page/client/rooms.ts';
import { aBar, aClient, aDialog } from '../client.ts';

describe("breakout rooms in Zoom's client", () => {
  it.each([
    ['Ada is inviting you to join', 'Press', 'Press'],
    ['Join Breakout Room', 'The host is inviting you to join Breakout Room: Budget', 'Budget'],
    ['Join Breakout Room', 'You have been assigned to Breakout Room: Room 2', 'Room 2'],
    ['Join Breakout Room', 'Please come', null],
    ['Join Breakout Room', 'The host is inviting you to join Press', 'Press'],
    ['Join Breakout Room', 'You have been assigned to Breakout Room 1', 'Breakout Room 1'],
    ['Join Breakout Room', 'Ada is inviting you to join Press. Joining a room will stop your screen sharing.', 'Press'],
  ])('are called as an invitation calls them: %s, %s', (title, body, name) => {
    const room = createRoomWatch();
    room.look(aClient(aDialog(title, body, 'Not Now', 'Join Breakout Room')), false);
    expect(room.room_name).toBe(name);
  });

  it.each(['Join', 'Stop & Join'])(
    'are gone into by the button of the invitation that says %s, and by no other',
    (name) => {
      const invitation = aDialog('Join Breakout Room', 'The host is inviting you to join Press', 'Not Now', name);
      const page = aClient(
        aDialog('Audio', '', 'Join'),
        invitation.replace('zm-modal-legacy', 'zm-modal-legacy zm-modal-join-dialog'),
      );
      const dialogs = [...page.querySelectorAll('.zm-modal')];
      expect(dialogs.map((dialog) => joinIn(dialog)?.textContent)).toEqual([undefined, name]);
      const room = createRoomWatch();
      room.look(page, false);
      expect(room.room_name).toBe('Press');
    },
  );

  it('keep their names until the bot is back', () => {
    const room = createRoomWatch();
    room.look(aClient(aDialog('Ada is inviting you to join', 'Press', 'Not Now', 'Join Breakout Room')), false);
    room.look(aClient(), true);
    for (const leave of ['Leave Room', 'Leave Breakout Room']) {
      room.look(aClient(aBar(leave)), false);
      expect(room.room_name).toBe('Press');
    }
    // The bar may be out of the page.
    room.look(aClient(), false);
    expect(room.room_name).toBe('Press');
    room.look(aClient(aBar('Leave')), false);
    expect(room.room_name).toBeNull();
  });

  it('are called as the client calls them on the way in, where a host moves the bot without asking', () => {
    const onTheWay = (said: string): Document =>
      aClient(
        `<div class="loading-layer loading-layer--bo-room"><div class="loading-layer__text-field loading-layer__bo-room"><p class="loading-layer__bo-room-desc--no-bold">${said}</p></div></div>`,
      );
    const room = createRoomWatch();
    room.look(onTheWay('Joining Press...'), true);
    expect(room.room_name).toBe('Press');
    room.look(aClient(aBar('Leave Room')), false);
    room.look(onTheWay('Returning to Main Session...'), true);
    expect(room.room_name).toBe('Press');
    room.look(onTheWay('Joining Q&amp;A: 2...'), true);
    expect(room.room_name).toBe('Q&A: 2');
    room.look(aClient(aBar('Leave')), false);
    expect(room.room_name).toBeNull();
  });
});
