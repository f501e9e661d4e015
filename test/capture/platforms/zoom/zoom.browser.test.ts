/** Against the facsimile of Zoom's web client, which another hand wrote from the maker's package: test/facsimiles/meetings. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ElementMissingError } from '../../../../lib/capture/meeting/errors.ts';
import type { SessionLog } from '../../../../lib/capture/meeting/log.ts';
import type { Meeting } from '../../../../lib/capture/meeting/meeting.ts';
import type { MeetingPhase, MeetingView } from '../../../../lib/capture/meeting/view.ts';
import { zoom } from '../../../../lib/capture/platforms/zoom/index.ts';
import { describeMeeting } from '../../../contracts/meeting.ts';
import { notClosed } from '../../../contracts/meeting-world.ts';
import type { ZoomMeeting } from '../../../facsimiles/meetings/zoom/zoom-meeting.ts';
import { openZoomWorld, type ZoomWorld, zoomPhases } from '../../../facsimiles/meetings/zoom/zoom-world.ts';
import { until } from '../../../lab/until.ts';
import { askIn, loadAndAskIn } from '../../../lab/worlds/ask-in.ts';
import { see } from '../../../lab/worlds/see.ts';
import { badly } from '../bad-manners.ts';
import { expectHeardBot } from '../heard-bot.ts';

let world: ZoomWorld;
beforeAll(async () => {
  world = await openZoomWorld(zoom);
});
afterAll(async () => world?.[Symbol.asyncDispose]());

describeMeeting("of Zoom's web client", {
  capabilities: zoom.capabilities,
  phases: zoomPhases,
  hasPeople: true,
  areApart: true,
  offersNoPictures: false,
  namesSpeakers: false,
  openWorld: async () => notClosed(world),
});

describe("a bot in Zoom's web client", { concurrent: true }, () => {
  const join = async (made: ZoomMeeting): Promise<Meeting> => {
    made.enter('Ada', { isHost: true });
    const meeting = await world.open(made.url);
    await loadAndAskIn(meeting);
    await see(meeting, ({ phase, participants }) => phase === 'in_meeting' && participants.some((one) => one.is_self));
    return meeting;
  };

  it('is in English, by what the browser asks for and by the cookie that goes before that, whatever was chosen before', async () => {
    const { meeting, page } = await world.openPage(world.facsimile.meeting().url);
    await using _ = meeting;
    const context = page.page.browserContext();
    const chosen = { name: '_zm_lang', domain: '.zoom.us', path: '/', secure: true } as const;
    await context.setCookie({ ...chosen, value: 'de-DE' });
    await meeting.load();
    const held = await context.cookies();
    expect(held.filter(({ name }) => name === '_zm_lang')).toMatchObject([{ ...chosen, value: 'en-US' }]);
    expect(await page.page.evaluate(() => navigator.languages)).toEqual(['en-US']);
  });

  it('gets in past dialogs, presses that are lost and a page that is drawn anew, and is let in from the waiting room', async () => {
    const made = world.facsimile.meeting({
      ...badly,
      dialogs: ['cookies', 'recorded'],
      dialogsAfter: ['recorded', 'cookies'],
      // What people have written is shown as they wrote it.
      typography: ['curly'],
    });
    made.door = 'lobby';
    made.enter('Ada', { isHost: true });
    await using meeting = await world.open(made.url);
    await loadAndAskIn(meeting);
    await see(meeting, ({ phase }) => phase === 'waiting_room');
    const guest = await world.facsimile.desk.asked(made);
    expect(guest.name).toBe('Notes');
    await guest.admit();
    await see(meeting, ({ phase, participants }) => phase === 'in_meeting' && participants.length === 2);
    guest.visit.tell({ type: 'hang', for_ms: 2_000 });
    await meeting.sendChat?.({ to: 'everyone', text: 'I take the minutes.' });
    expect(made.messages.map(({ text }) => text)).toEqual(['I take the minutes.']);
    await expectHeardBot(meeting, guest);
    await guest.remove();
    await see(meeting, ({ phase }) => phase === 'removed');
  });

  it('records where it may without asking anybody', async () => {
    const made = world.facsimile.meeting();
    await using meeting = await join(made);
    await see(meeting, ({ recording }) => recording === 'not_asked');
    await meeting.askToRecord?.();
    await see(meeting, ({ recording }) => recording === 'allowed');
  });

  it.each(['hosts_only', 'by_request'] as const)(
    'asks nobody where "Record" leads to the host’s own recording in the cloud: %s',
    async (cloudRecording) => {
      const made = world.facsimile.meeting();
      Object.assign(made, { offersRecording: false, cloudRecording } satisfies Partial<ZoomMeeting>);
      made.enter('Ada', { isHost: true });
      const { meeting, page } = await world.openPage(made.url);
      await using _ = meeting;
      await loadAndAskIn(meeting);
      await see(meeting, ({ recording, participants }) => recording === 'not_asked' && participants.length > 1);
      await meeting.askToRecord?.();
      await see(meeting, ({ recording }) => recording === 'allowed');
      const isShown = await Promise.all(page.page.frames().map((frame) => frame.$('.record-dropdown-item')));
      expect([made.cloudRequests, isShown.filter(Boolean)]).toEqual([0, []]);
    },
  );

  describe('where the host has to allow captions', () => {
    const joined = async (captions: ZoomMeeting['captions']) => {
      const made = world.facsimile.meeting();
      Object.assign(made, { captions } satisfies Partial<ZoomMeeting>);
      const meeting = await join(made);
      return { made, meeting };
    };

    it('asks for them once, where it goes by them, and reads them once they are allowed', async () => {
      const { made, meeting } = await joined('by_request');
      await using _ = meeting;
      await expect(meeting.settle(false)).rejects.toThrow(ElementMissingError);
      expect(made.captionRequests).toBe(0);
      for (let times = 0; times < 2; times += 1)
        await expect(meeting.settle(true)).rejects.toThrow('the host does not allow captions, and was asked to');
      expect(made.captionRequests).toBe(1);
      // The client of whoever has asked shows them by itself.
      made.captions = 'allowed';
      const guest = await world.facsimile.desk.asked(made);
      guest.open.add('captions');
      guest.redraw();
      await meeting.settle(true);
      made.caption(made.members.find(({ isHost }) => isHost)?.id ?? '', 'Good morning.');
      await see(meeting, ({ captions }) => captions.some(({ text }) => text === 'Good morning.'));
    });

    it('asks nobody where they are disabled', async () => {
      const { made, meeting } = await joined('disabled');
      await using _ = meeting;
      await expect(meeting.settle(true)).rejects.toThrow(ElementMissingError);
      expect(made.captionRequests).toBe(0);
    });
  });

  it('is never taken for somebody else, however soon it is let in after it has said its name', async () => {
    const made = world.facsimile.meeting();
    made.enter('Ada', { isHost: true });
    await using meeting = await world.open(made.url);
    await loadAndAskIn(meeting);
    const { participants } = await see(meeting, (view) => view.participants.length > 1);
    expect(participants.filter(({ is_self }) => !is_self).map(({ name }) => name)).toEqual(['Ada']);
  });

  it.each(['out_of_sight', 'shown'] as const)(
    'is in the meeting once it is let in, and not while it joins or waits over a bar that is %s',
    async (waitingBar) => {
      const made = world.facsimile.meeting();
      Object.assign(made, { waitingBar, door: { page: 'z01-joining-over-a-bar-without-a-number' } });
      made.enter('Ada', { isHost: true });
      await using meeting = await world.open(made.url);
      const outside: MeetingPhase[] = [];
      let isLetIn = false;
      const come = (wanted: MeetingPhase): Promise<MeetingView> =>
        see(meeting, ({ phase, participants }) => {
          if (!isLetIn) outside.push(phase);
          // Who comes in may see people a look before it is told that it is in.
          if (phase !== 'in_meeting' && wanted !== 'in_meeting') expect(participants).toEqual([]);
          return phase === wanted;
        });
      await loadAndAskIn(meeting);
      const guest = await world.facsimile.desk.asked(made);
      await come('connecting');
      await guest.show('z21-waiting-room');
      // For as many looks as it takes a bot to press something in a meeting.
      for (let looks = 0; looks < 10; looks += 1) await come('waiting_room');
      expect(outside).not.toContain('in_meeting');
      isLetIn = true;
      for (const letIn of [1, 2]) {
        await guest.admit();
        await come('in_meeting');
        await see(meeting, ({ participants }) => participants.some(({ is_self }) => is_self));
        if (letIn === 2) break;
        await guest.putBack();
        const { recording } = await come('waiting_room');
        expect(recording).not.toBe('requested');
      }
      expect(made.strayPresses).toBe(0);
    },
  );

  it.each(['out_of_sight', 'shown'] as const)(
    'leaves a waiting room by its own way out where there is a bar that is %s',
    async (waitingBar) => {
      const made = world.facsimile.meeting();
      Object.assign(made, { waitingBar, door: 'lobby' } satisfies Partial<ZoomMeeting>);
      await using meeting = await world.open(made.url);
      await loadAndAskIn(meeting);
      await see(meeting, ({ phase }) => phase === 'waiting_room');
      const guest = await world.facsimile.desk.asked(made);
      await meeting.leave();
      await until(
        () => guest.place,
        (place) => place === 'z47-thanked-after-leaving',
      );
      expect(made.strayPresses).toBe(0);
    },
  );

  it('finds its way in the client 7.2.0 as in the one before', async () => {
    const made = world.facsimile.meeting();
    Object.assign(made, { client: '7.2.0', offersRecording: false } satisfies Partial<ZoomMeeting>);
    await using meeting = await join(made);
    const { participants } = await see(meeting, ({ recording }) => recording === 'allowed');
    expect(participants.map(({ name }) => name)).toContain('Ada');
    const ada = made.members.find(({ name }) => name === 'Ada');
    await meeting.sendChat?.({ to: { participant_id: '1:Ada' }, text: 'Good morning' });
    expect(made.messages.map(({ to, text }) => [to, text])).toEqual([[ada?.id, 'Good morning']]);
    await meeting.settle();
    made.caption(ada?.id ?? '', 'Shall', 'Shall we begin?');
    await see(meeting, ({ captions }) => captions.some(({ text }) => text === 'Shall we begin?'));
  });

  it.each(['6.2.0', '7.2.0'] as const)(
    'has people shown in the view that is to be recorded, in the client %s, and again where a room has forgotten it',
    async (client) => {
      const made = world.facsimile.meeting({ toolbar: 'out_of_sight', toolbarAfter_ms: 100, forgetsView: true });
      Object.assign(made, { client } satisfies Partial<ZoomMeeting>);
      await using meeting = await join(made);
      const guest = await world.facsimile.desk.asked(made);
      const shows = (): string => world.facsimile.viewOf(guest);
      expect([await meeting.showIn?.('gallery_view'), shows()]).toEqual([true, 'gallery']);
      const ada = made.members.find(({ name }) => name === 'Ada')?.id ?? '';
      made.use(ada, 'screen', true);
      await until(
        async () => await meeting.showIn?.('speaker_view'),
        (answer) => answer === undefined,
      );
      made.use(ada, 'screen', false);
      await until(async () => await meeting.showIn?.('gallery_view'), Boolean);
      world.facsimile.openRoom(made, 'Press', [guest.member?.id ?? '']);
      await meeting.enterBreakoutRoom?.();
      await see(meeting, ({ breakout }) => breakout.state === 'inside');
      expect(shows()).toBe('speaker');
      expect([await meeting.showIn?.('gallery_view'), shows()]).toEqual([true, 'gallery']);
      expect([await meeting.showIn?.('speaker_view'), shows()]).toEqual([true, 'speaker']);
    },
  );

  it('tells the name of a room that it is moved into without being asked', async () => {
    const made = world.facsimile.meeting();
    await using meeting = await join(made);
    const onTheWay = see(meeting, ({ phase }) => phase === 'connecting');
    await world.facsimile.moveIntoRoom(made, 'Press', onTheWay);
    const { breakout } = await see(meeting, (view) => view.breakout.state === 'inside');
    expect(breakout.room_name).toBe('Press');
  });

  it('says where a client shows people in one view only', async () => {
    const made = world.facsimile.meeting();
    Object.assign(made, { views: 'unsupported' } satisfies Partial<ZoomMeeting>);
    await using meeting = await join(made);
    await expect(meeting.showIn?.('gallery_view')).rejects.toThrow('"View" in the header');
    expect(await meeting.showIn?.('speaker_view')).toBe(true);
  });

  it.each(['while the bot writes', 'at the key'])(
    'sends to nobody what is for one person where the client goes back to everyone %s',
    async (when) => {
      const made = world.facsimile.meeting();
      const { meeting, page } = await world.openPage(made.url);
      await using _ = meeting;
      made.enter('Ada', { isHost: true });
      await loadAndAskIn(meeting);
      const { participants } = await see(meeting, (view) => view.participants.length > 1);
      const client = await (await page.page.waitForSelector('iframe#webclient'))?.contentFrame();
      // As it does where the host lets people write to everyone only.
      await client?.evaluate((isAtKey) => {
        const goBack = (): void => {
          const shown = document.querySelector('.chat-receiver-list__receiverName');
          if (shown && shown.textContent !== 'Everyone') shown.textContent = 'Everyone';
          document.querySelector('.chat-receiver-list__privately-chat')?.remove();
        };
        const watch = (change: () => void): void =>
          new MutationObserver(change).observe(document, { childList: true, subtree: true, characterData: true });
        if (isAtKey) {
          watch(() => document.querySelector('.chat-rtf-box__send')?.remove());
          addEventListener('keydown', goBack, { capture: true });
        } else {
          document.addEventListener('input', goBack);
          document.addEventListener('input', () => watch(goBack), { once: true });
        }
      }, when === 'at the key');
      const to = { participant_id: participants.find(({ name }) => name === 'Ada')?.id ?? '' };
      await expect(meeting.sendChat?.({ to, text: 'The code is 4711' })).rejects.toThrow("to others than 'Ada'");
      expect(made.messages).toEqual([]);
      expect(await client?.$eval('[contenteditable="true"]', ({ textContent }) => textContent)).toBe('');
    },
  );

  it('has all but the host read what it is to write before the client has listed anybody', async () => {
    const made = world.facsimile.meeting();
    made.enter('Ada', { isHost: true });
    const readers = ['Ben', 'Chloe', 'Dan'].map((name) => made.enter(name).id);
    const { meeting, page } = await world.openPage(made.url);
    await using _ = meeting;
    await meeting.load();
    await see(meeting, ({ phase }) => phase === 'pre_join');
    const client = await (await page.page.waitForSelector('iframe#webclient'))?.contentFrame();
    await client?.evaluate(() => {
      const lose = (press: Event): void => {
        const button =
          press.target instanceof Element ? press.target.closest('[aria-label*="participants list"]') : null;
        if (!button) return;
        press.stopImmediatePropagation();
        removeEventListener('click', lose, { capture: true });
      };
      addEventListener('click', lose, { capture: true });
    });
    await askIn(meeting);
    await see(meeting, ({ phase }) => phase === 'in_meeting');
    // A session looks on while it writes, and the client's list is opened by that.
    await Promise.all([
      meeting.sendChat?.({ to: 'everyone_but_host', text: 'A surprise' }),
      see(meeting, ({ participants }) => participants.length === 5),
    ]);
    expect(made.messages.map(({ to }) => to)).toEqual(readers);
  });

  it('accepts what the page asks consent for where its operator has said so, and nowhere else', async () => {
    const { url } = world.facsimile.meeting({ dialogs: ['terms'] });
    await using halted = await world.open(url);
    await halted.load();
    const asking = await see(halted, ({ phase }) => phase === 'consent_asked');
    expect(asking.page).toMatchObject({ page_state: 'Z03_terms', advice: 'accept_terms' });
    const told: unknown[] = [];
    const log: SessionLog = (_, fields) => told.push(fields?.accepted);
    const { meeting } = await world.openPage(url, { accepts_terms: true, log });
    await using going = meeting;
    await going.load();
    // On a busy machine the form is drawn before what lies over it.
    await see(going, ({ phase }) => phase === 'pre_join' && told.some(Boolean));
    expect(told.filter(Boolean)).toEqual(['Z03_terms']);
    expect((await halted.look()).phase).toBe('consent_asked');
  });

  it('reads answers in threads, private ones as such, and what was written also once it is deleted', async () => {
    const made = world.facsimile.meeting();
    const meeting = await join(made);
    const bot = made.members.find(({ isGuest }) => isGuest)?.id ?? '';
    const ada = made.members.find(({ name }) => name === 'Ada')?.id ?? '';
    const price = made.write(ada, 'It costs 500');
    const question = made.write(ada, 'Between us', bot);
    const seen = (count: number) => see(meeting, ({ messages }) => messages.length >= count);
    await seen(2);
    made.answer(ada, price, 'Or less');
    made.answer(ada, question, 'My salary');
    await seen(4);
    made.delete(price);
    made.write(ada, 'That is all');
    const { messages } = await seen(5);
    expect(messages.map(({ to, text }) => [to === 'everyone', text]).sort()).toEqual([
      [false, 'Between us'],
      [false, 'My salary'],
      [true, 'It costs 500'],
      [true, 'Or less'],
      [true, 'That is all'],
    ]);
  });

  it('reads captions with names beside people and messages, and shows none of them over the picture', async () => {
    const made = world.facsimile.meeting();
    const { meeting, page } = await world.openPage(made.url);
    await using _ = meeting;
    const ada = made.enter('Ada', { isHost: true });
    const ben = made.enter('Ben');
    await loadAndAskIn(meeting);
    await see(meeting, ({ participants }) => participants.length > 2);
    await meeting.settle();
    const guest = await world.facsimile.desk.asked(made);
    const panels = ['people', 'chat', 'transcript_window'];
    await see(meeting, () => panels.every((panel) => guest.open.has(panel)));
    made.talk.sayFor(ada.id, 'elena-01', 2_000);
    made.caption(ben.id, 'Shall', 'Shall we begin?');
    const { captions, phase } = await see(meeting, (view) => view.captions.length > 0);
    expect([captions.map(({ speaker_name }) => speaker_name), phase]).toEqual([['Ben'], 'in_meeting']);
    const client = await (await page.page.$('iframe#webclient'))?.contentFrame();
    const isDrawn = (window: Element): boolean => window.checkVisibility({ visibilityProperty: true });
    // This one is drawn anew with each caption.
    const look = async () => {
      await meeting.look();
      return client?.$eval('#transcription-window', isDrawn);
    };
    await until(look, (isShown) => isShown === false);
  });

  it('reads captions in a language by its English name, and says where there is none of that name', async () => {
    const made = world.facsimile.meeting();
    await using meeting = await join(made);
    const guest = await world.facsimile.desk.asked(made);
    await meeting.settle();
    expect(await meeting.captionIn?.('xx-XX')).toBe(false);
    // A menu that stays would be recorded with the page.
    expect([world.facsimile.captionLanguage(guest), guest.open.has('more')]).toEqual(['English', false]);
    expect(await meeting.captionIn?.('German')).toBe(true);
    await until(
      () => world.facsimile.captionLanguage(guest),
      (language) => language === 'German',
    );
    made.translation = 'of_others';
    expect(await meeting.captionIn?.('French')).toBe(true);
    await until(
      () => world.facsimile.captionLanguage(guest),
      (language) => language === 'French',
    );
  });
});
