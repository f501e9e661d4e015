/** How a bot comes into the facsimile of Jitsi Meet that is slow to answer, and leaves it as its moderator; called by jitsi.browser.test.ts. */
import { expect, it } from 'vitest';
import type { jitsi } from '../../../facsimiles/meetings/jitsi/jitsi.ts';
import { hangUpMenu } from '../../../facsimiles/meetings/jitsi/pages.ts';
import type { FacsimileWorld } from '../../../facsimiles/meetings/world.ts';
import { askIn } from '../../../lab/worlds/ask-in.ts';
import { see } from '../../../lab/worlds/see.ts';
import { createJoin, inside } from './jitsi-visits.ts';

export const itComesAndGoes = (facsimile: ReturnType<typeof jitsi>, at: () => FacsimileWorld): void => {
  it('is told as connecting while its server has not answered the press, and comes in once it has', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const { meeting } = await at().openPage(facsimile.meeting({}, { answered }).url);
    await using _ = meeting;
    await meeting.load();
    await see(meeting, ({ phase }) => phase === 'pre_join');
    const asked = askIn(meeting);
    await see(meeting, ({ phase, page }) => phase === 'connecting' && page?.page_state === 'J37_joining');
    answer();
    expect(await asked).toBe(1);
    await see(meeting, inside);
  });

  it('gives the passcode of its link where that is asked for only after a wait', async () => {
    const made = facsimile.meeting({}, { password: 'be kind' });
    made.door = { page: 'j06-wait-for-moderator' };
    await using meeting = await createJoin(at)(`${made.url}?password=be%20kind`);
    await see(meeting, ({ phase }) => phase === 'not_started');
    await (await facsimile.desk.asked(made)).show('j14-password');
    await see(meeting, (view) => view.phase === 'passcode_required' || inside(view));
    expect((await meeting.look()).phase).toBe('in_meeting');
  });

  it('leaves alone, and ends nothing for the others, where it is their moderator', async () => {
    const made = facsimile.meeting({}, { hasAutoOwner: true });
    await using meeting = await createJoin(at)(made.url);
    await see(meeting, (view) => inside(view) && view.participants.some(({ is_self, is_host }) => is_self && is_host));
    const guest = await facsimile.desk.asked(made);
    await meeting.leave();
    expect([guest.place, guest.open.has(hangUpMenu)]).toEqual(['left', true]);
  });
};
