/** Meetings whose bar is out of the page while no pointer moves, on the facsimiles: test/facsimiles/meetings. */
import type { Page } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import type { Meeting } from '../../../lib/capture/meeting/meeting.ts';
import type { MeetingView } from '../../../lib/capture/meeting/view.ts';
import { googleMeet } from '../../../lib/capture/platforms/google-meet/index.ts';
import { jitsi } from '../../../lib/capture/platforms/jitsi/index.ts';
import type { MeetingPlatform } from '../../../lib/capture/platforms/platform.ts';
import { teams } from '../../../lib/capture/platforms/teams/index.ts';
import { zoom } from '../../../lib/capture/platforms/zoom/index.ts';
import { googleMeet as googleMeetPages } from '../../facsimiles/meetings/google-meet/google-meet.ts';
import { jitsi as jitsiPages } from '../../facsimiles/meetings/jitsi/jitsi.ts';
import { teams as teamsPages } from '../../facsimiles/meetings/teams/teams.ts';
import { openFacsimileWorld, type PlatformFacsimile } from '../../facsimiles/meetings/world.ts';
import { zoom as zoomPages } from '../../facsimiles/meetings/zoom/zoom.ts';
import { until } from '../../lab/until.ts';
import { loadAndAskIn } from '../../lab/worlds/ask-in.ts';
import { see } from '../../lab/worlds/see.ts';

/** More than one would be taken for a moment in which the page is drawn anew. */
const looks = 5;

interface Case {
  readonly platform: MeetingPlatform;
  readonly pages: () => PlatformFacsimile;
  /** What leaves the page. */
  readonly bar: string;
}
const cases: Readonly<Record<string, Case>> = {
  'Google Meet': {
    platform: googleMeet,
    pages: googleMeetPages,
    bar: '[role="region"][aria-label="Call controls"]',
  },
  Teams: { platform: teams, pages: teamsPages, bar: '[data-tid="calling-toolbar"]' },
  Zoom: { platform: zoom, pages: zoomPages, bar: '#wc-footer' },
  Jitsi: { platform: jitsi, pages: jitsiPages, bar: '#new-toolbox' },
};

const untilGone = (page: Page, bar: string): Promise<unknown> =>
  until(
    () => Promise.all(page.frames().map((frame) => frame.$(bar))),
    (bars) => bars.every((one) => one === null),
  );

const told = ({ phase, participants }: MeetingView) => ({ phase, people: participants.map(({ name }) => name).sort() });

describe.each(Object.entries(cases))('a meeting of %s whose bar is out of the page', (_, { platform, pages, bar }) => {
  it('goes on, with everybody in it, until the bot is put back, and can be left by the page’s own button', async () => {
    await using world = await openFacsimileWorld(pages(), platform);
    const { desk } = world.facsimile;
    const room = world.facsimile.meeting({ toolbar: 'out_of_dom', toolbarAfter_ms: 1_000, toolbarBack_ms: 500 });
    room.enter('Ada', { isHost: true });
    room.door = 'lobby';
    const { page, meeting } = await world.openPage(room.url);
    await using _meeting = meeting;
    /** Seen inside at two looks, one after the other, while the bar is there: then it has come in. */
    const comesIn = async (): Promise<void> => {
      let inside = 0;
      const look = async () => {
        await page.page.mouse.move(300 + inside, 300);
        return meeting.look();
      };
      await until(look, ({ phase }) => {
        inside = phase === 'in_meeting' ? inside + 1 : 0;
        return inside === 2;
      });
    };
    const stays = async (people: readonly string[]): Promise<void> => {
      await see(meeting, ({ participants }) => participants.length === people.length);
      await untilGone(page.page, bar);
      const seen: ReturnType<typeof told>[] = [];
      while (seen.length < looks) seen.push(told(await meeting.look()));
      expect(seen).toEqual(seen.map(() => ({ phase: 'in_meeting', people })));
      await untilGone(page.page, bar);
    };
    const putBack = (meeting: Meeting) => see(meeting, ({ phase }) => phase === 'waiting_room');
    await loadAndAskIn(meeting);
    await putBack(meeting);
    const guest = await desk.asked(room);
    await guest.admit();
    await comesIn();
    await stays(['Ada', 'Notes']);
    const ben = room.enter('Ben');
    await stays(['Ada', 'Ben', 'Notes']);
    room.leave(ben.id);
    await stays(['Ada', 'Notes']);
    await guest.putBack();
    await putBack(meeting);
    await guest.admit();
    await comesIn();
    await stays(['Ada', 'Notes']);
    await meeting.leave();
    await until(
      () => room.members.map(({ name }) => name),
      (names) => !names.includes('Notes'),
    );
  });
});
