/** Against a facsimile of Jitsi Meet by another hand (test/facsimiles/meetings/jitsi): the real one is run elsewhere. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConsentNeededError, NotAllowedError } from '../../../../lib/capture/meeting/errors.ts';
import type { MeetingView } from '../../../../lib/capture/meeting/view.ts';
import { jitsi } from '../../../../lib/capture/platforms/jitsi/index.ts';
import { selectors } from '../../../../lib/capture/platforms/jitsi/selectors.ts';
import { describeMeeting } from '../../../contracts/meeting.ts';
import { notClosed } from '../../../contracts/meeting-world.ts';
import { jitsi as facsimileOfJitsi } from '../../../facsimiles/meetings/jitsi/jitsi.ts';
import { dialogs, moderationNotice } from '../../../facsimiles/meetings/jitsi/pages.ts';
import { pictureFor } from '../../../facsimiles/meetings/media/pictures.ts';
import { type FacsimileWorld, openFacsimileWorld } from '../../../facsimiles/meetings/world.ts';
import { until } from '../../../lab/until.ts';
import { askIn, loadAndAskIn } from '../../../lab/worlds/ask-in.ts';
import { see } from '../../../lab/worlds/see.ts';
import { badly } from '../bad-manners.ts';
import { expectHeardBot } from '../heard-bot.ts';
import { expectSeen, seenNames } from '../seen-people.ts';
import { itWritesAndReadsChat } from './jitsi-chat.ts';
import { itChangesRooms } from './jitsi-rooms.ts';
import { createJoin, inside } from './jitsi-visits.ts';
import { itHearsPeople } from './jitsi-voices.ts';
import { itComesAndGoes } from './jitsi-ways.ts';

const facsimile = facsimileOfJitsi();
let world: FacsimileWorld;
beforeAll(async () => {
  // Hosts of facsimiles are no public ones, to which alone bots are led.
  world = await openFacsimileWorld(facsimile, { ...jitsi, mayLead: async () => true });
});
afterAll(async () => world?.[Symbol.asyncDispose]());

describeMeeting('of Jitsi Meet', {
  capabilities: jitsi.capabilities,
  // The others are shown by the tests below, with more of each.
  phases: ['pre_join', 'in_meeting'],
  hasPeople: true,
  areApart: true,
  openWorld: async () => notClosed(world),
});

/**
 * Pages of the corpus through which one page is led, in the order in which it can know of each: of a failure it knows until the
 * next one, or until it is in.
 */
const pagesBefore = ['j03-name-missing', 'j04-unsafe-name', 'j07-lobby-form'];
const pagesAtTheDoor = [
  ...['j08-asking', 'j12-lobby-password', 'j09-lobby-without-host', 'j11-lobby-closed', 'j06-wait-for-moderator'],
  ...['j17-room-creation', 'j18-not-live-yet', 'j29-service-down', 'j30-no-bridge', 'j10-rejected'],
  ...['j13-lobby-password-wrong', 'j14-password-wrong', 'j15-password-off', 'j16-token-expired'],
  ...['j16-login-asked', 'j30-no-server', 'j18-waiting-for-it-to-be-live'],
  ...['j19-visitors-and-lobby', 'j21-full'],
];
const pagesInside = [
  ...['j20-viewer', 'j23-recording-notice', 'j25-disconnected', 'j30-ice-failed-inside'],
  ...['j28-time-limit', 'j27-terminated', 'j26-kicked'],
];
/** Often enough for a page that is led through all of them. */
const lookEveryMs = 200;

/** The form (J02), the meeting (J22) and a breakout room (J24) are shown to others of the bots below. */
const ofOthers = 3;

const expectedOf = (page: string): { readonly state: string; readonly phase: string } =>
  JSON.parse(readFileSync(new URL(`../../../corpus/jitsi/${page}/state.json`, import.meta.url), 'utf8')).expected;

describe('a bot in a facsimile of Jitsi Meet', { concurrent: true }, () => {
  const join = createJoin(() => world);

  it('types the password of its link, and comes in', async () => {
    const { url } = facsimile.meeting({}, { password: 'be kind' });
    await using meeting = await join(`${url}?password=be%20kind`);
    await see(meeting, inside);
  });

  it('gives the password of its link in a lobby that asks for one, and says that a wrong one is', async () => {
    const rules = { password: 'be kind', hasLobby: true };
    await using meeting = await join(`${facsimile.meeting({}, rules).url}?password=be%20kind`);
    await see(meeting, inside);
    await using refused = await join(`${facsimile.meeting({}, rules).url}?password=no`);
    await see(
      refused,
      ({ phase, page }) => phase === 'passcode_required' && page?.page_state.startsWith('J13_') === true,
    );
  });

  it('waits for the field for the password, which the page draws a while after it was asked', async () => {
    const { url } = facsimile.meeting({ pause_ms: [400, 800] }, { password: 'be kind' });
    await using meeting = await join(`${url}?password=be%20kind`);
    await see(meeting, inside);
  });

  it('comes in with the token of its link, and with no other', async () => {
    const { url } = facsimile.meeting({}, { token: 'abc.def.ghi' });
    await using meeting = await join(`${url}?jwt=abc.def.ghi`);
    await see(meeting, inside);
    const other = facsimile.meeting({}, { token: 'abc.def.ghi' });
    await using refused = await join(`${other.url}?jwt=no`);
    await see(refused, ({ phase }) => phase === 'login_required');
  });

  it('gets into a page that begins late, loses the first press and behaves badly, and is let in from the lobby', async () => {
    const made = facsimile.meeting({ ...badly, pause_ms: [200, 600] });
    made.enter('Ada', { isHost: true });
    made.door = 'lobby';
    const { meeting } = await world.openPage(made.url);
    await using _ = meeting;
    const asked = await loadAndAskIn(meeting);
    await see(meeting, ({ phase }) => phase === 'waiting_room');
    const guest = await facsimile.desk.asked(made);
    expect(guest.name).toBe('Notes');
    expect(guest.presses).toBeGreaterThan(asked);
    await guest.admit();
    await see(meeting, (view) => inside(view) && view.participants.length === 2);
    guest.visit.tell({ type: 'hang', for_ms: 2_000 });
    await meeting.sendChat?.({ to: 'everyone', text: 'I take the minutes.' });
    expect(made.messages.map(({ text }) => text)).toEqual(['I take the minutes.']);
    await expectHeardBot(meeting, guest);
    await guest.remove();
    await see(meeting, ({ phase }) => phase === 'removed');
  });

  it('knows where it is on all pages that come before a meeting, at its door, and in it', async () => {
    const made = facsimile.meeting();
    made.door = 'lobby';
    // Its link has a password: one that was not given cannot be wrong.
    const { meeting } = await world.openPage(`${made.url}?password=no`);
    await using _ = meeting;
    await meeting.load();
    await see(meeting, ({ phase }) => phase === 'pre_join');
    const guest = facsimile.desk.guests.findLast((one) => one.meeting === made);
    const leadThrough = async (pages: readonly string[]): Promise<void> => {
      for (const page of pages) {
        const { state, phase } = expectedOf(page);
        await guest?.show(page);
        const isKnown = (view: MeetingView): boolean =>
          view.phase === phase &&
          [view.page?.page_state, ...(view.page?.overlays ?? [])].some((known) => known?.startsWith(`${state}_`));
        await until(() => meeting.look(), isKnown, lookEveryMs);
      }
    };
    const states = new Set([...pagesBefore, ...pagesAtTheDoor, ...pagesInside].map((page) => expectedOf(page).state));
    expect(states.size + ofOthers).toBeGreaterThanOrEqual(24);
    await leadThrough(pagesBefore);
    await guest?.show('form');
    await see(meeting, ({ phase }) => phase === 'pre_join');
    await askIn(meeting);
    // It gives its password in the lobby: the page's answer must not come between those that it is led through.
    await see(meeting, ({ page }) => page?.page_state.startsWith('J13_') === true);
    await leadThrough(pagesAtTheDoor);
    await guest?.admit();
    // Two looks in it make sure that it was let in.
    await see(meeting, inside);
    await meeting.look();
    await leadThrough(pagesInside);
  });

  it.each([
    ['another host', 'login'],
    ['the host of the meeting', 'login_beside'],
  ])('knows a login on %s, to which its page goes when it is to join', async (_, page) => {
    const made = facsimile.meeting();
    made.door = { page };
    await using meeting = await join(made.url);
    await see(meeting, ({ phase, page }) => phase === 'login_required' && page?.advice === 'send_token');
  });

  it('knows the page for those who are out, to which its page goes where a meeting ends without a word', async () => {
    const made = facsimile.meeting();
    const { page, meeting } = await world.openPage(made.url);
    await using _ = meeting;
    await loadAndAskIn(meeting);
    // Whoever was seen inside twice, in one state, is.
    const before = await see(meeting, inside);
    await see(meeting, (view) => inside(view) && view.page?.page_state === before.page?.page_state);
    // A page that goes on to another one answers no look meanwhile.
    const gone = page.page.waitForNavigation();
    await (await facsimile.desk.asked(made)).show('closed');
    await gone;
    await see(meeting, ({ phase, page }) => phase === 'ended' && page?.page_state === 'J27_terminated');
  });

  it.each([
    ['says that the meeting is recorded, by the button that leaves it muted', dialogs.recording],
    ['asks whether to see a film that somebody shares, by its cross', dialogs.film],
    ['asks whether a voice agent may hear the bot, which it may not', dialogs.voiceAgent],
  ])('closes the dialog that %s', async (_, dialog) => {
    const made = facsimile.meeting();
    await using meeting = await join(made.url);
    await see(meeting, inside);
    const { visit } = await facsimile.desk.asked(made);
    await Promise.all([visit.ask([dialog]), see(meeting, ({ page }) => page?.overlays.length === 1)]);
    await see(meeting, ({ page }) => page?.overlays.length === 0);
  });

  describe('that is recorded there by others', () => {
    /** Speaks when the recording begins, which mutes it. */
    const muted = async (options: { readonly accepts_terms?: boolean } = {}) => {
      const logged: string[] = [];
      const made = facsimile.meeting();
      const { meeting } = await world.openPage(made.url, { ...options, log: (said) => void logged.push(said) });
      await loadAndAskIn(meeting);
      await see(meeting, inside);
      const guest = await facsimile.desk.asked(made);
      const { stage } = meeting;
      if (!stage) throw new Error('the bot can only watch');
      await stage.start();
      await stage.send({ type: 'show', shown: { camera: 'picture', microphone: 'agent', screen: 'agent' } });
      await stage.turn('microphone', true);
      expect((await meeting.look()).turned_off_ms).toBeUndefined();
      await Promise.all([facsimile.record(guest), see(meeting, ({ turned_off_ms }) => turned_off_ms !== undefined)]);
      await see(meeting, ({ page }) => page?.overlays.length === 0);
      expect(guest.uses.microphone).toBe(false);
      const agreed = () => logged.filter((said) => said.startsWith('what the page asks consent for is accepted'));
      return { meeting, guest, stage, agreed };
    };

    it('turns nothing on by which it would agree to that, until it is over', async () => {
      const { meeting, guest, stage, agreed } = await muted();
      await using _ = meeting;
      for (const device of ['microphone', 'camera', 'screen'] as const)
        await expect(stage.turn(device, true)).rejects.toThrow(ConsentNeededError);
      expect(guest.uses).toMatchObject({ microphone: false, camera: false, screen: false });
      await stage.turn('microphone', false);
      facsimile.stopRecording(guest);
      await until(
        () => stage.turn('microphone', true).catch(() => undefined),
        () => guest.uses.microphone,
      );
      expect(agreed()).toEqual([]);
    });

    it('agrees by unmuting where its operator lets it, and says so', async () => {
      const { meeting, guest, stage, agreed } = await muted({ accepts_terms: true });
      await using _ = meeting;
      await stage.turn('microphone', true);
      expect(guest.uses.microphone).toBe(true);
      expect(agreed()).toHaveLength(1);
    });

    it('does not agree to it by being told to speak while it is asked to understand it', async () => {
      const made = facsimile.meeting();
      const { meeting, page } = await world.openPage(made.url);
      await using _ = meeting;
      await loadAndAskIn(meeting);
      await see(meeting, inside);
      const guest = await facsimile.desk.asked(made);
      await meeting.stage?.start();
      const recorded = facsimile.record(guest);
      await page.page.waitForSelector(selectors.recorded);
      await expect(meeting.stage?.turn('microphone', true)).rejects.toThrow(ConsentNeededError);
      await Promise.all([recorded, see(meeting, ({ turned_off_ms }) => turned_off_ms !== undefined)]);
      expect(guest.uses.microphone).toBe(false);
    });
  });

  describe('that speaks', () => {
    const speaking = async () => {
      const made = facsimile.meeting();
      const ada = made.enter('Ada', { isHost: true });
      const { meeting, page } = await world.openPage(made.url);
      await loadAndAskIn(meeting);
      await see(meeting, (view) => inside(view) && view.participants.length === 2);
      const guest = await facsimile.desk.asked(made);
      const { stage } = meeting;
      if (!stage) throw new Error('the bot can only watch');
      await stage.start();
      await stage.send({ type: 'show', shown: { camera: 'picture', microphone: 'agent', screen: 'agent' } });
      return { meeting, guest, stage, ada, page: page.page };
    };

    it('says what a moderator has muted, until it turns that anew', async () => {
      const { meeting, guest, stage, ada } = await speaking();
      await using _ = meeting;
      await stage.turn('microphone', true);
      await stage.turn('camera', true);
      expect((await meeting.look()).muted).toEqual([]);
      await facsimile.mute(guest, 'microphone', ada);
      await see(meeting, ({ muted }) => muted?.join() === 'microphone');
      expect(guest.uses).toMatchObject({ microphone: false, camera: true });
      await stage.turn('microphone', false);
      expect((await meeting.look()).muted).toEqual([]);
      await stage.turn('microphone', true);
      expect(guest.uses.microphone).toBe(true);
    });

    it('presses nothing in vain where a moderator has to allow it, and says so', async () => {
      const { meeting, guest, stage, page } = await speaking();
      await using _ = meeting;
      facsimile.moderate(guest);
      await page.waitForFunction(
        () => Reflect.get(globalThis, 'APP').store.getState()['features/av-moderation'].audioModerationEnabled,
      );
      await expect(stage.turn('microphone', true)).rejects.toThrow(
        'a moderator of the meeting has to allow the bot to turn its microphone on',
      );
      await expect(stage.turn('screen', true)).rejects.toThrow(NotAllowedError);
      expect(guest.open.has(moderationNotice)).toBe(false);
      facsimile.allowToSpeak(guest);
      await until(
        () => stage.turn('microphone', true).catch(() => undefined),
        () => guest.uses.microphone,
      );
    });

    it('is to show itself anew once it is in another room, where the page shares its screen no more', async () => {
      const { meeting, guest, stage } = await speaking();
      await using _ = meeting;
      for (const device of ['microphone', 'screen'] as const) await stage.turn(device, true);
      expect((await meeting.look()).turned_off_ms).toBeUndefined();
      await facsimile.move(guest, 'Budget');
      await see(meeting, (view) => inside(view) && view.turned_off_ms !== undefined);
      for (const device of ['microphone', 'screen'] as const) await stage.turn(device, true);
      expect(guest.uses).toMatchObject({ microphone: true, screen: true });
    });
  });

  itComesAndGoes(facsimile, () => world);

  itWritesAndReadsChat(facsimile, () => world);

  it('makes a moderator of somebody where it is one only because it came first', async () => {
    const made = facsimile.meeting({}, { hasAutoOwner: true });
    await using meeting = await join(made.url);
    await see(meeting, (view) => inside(view) && view.participants.some(({ is_self, is_host }) => is_self && is_host));
    const [ada, ben] = ['Ada', 'Ben'].map((name) => made.enter(name).id);
    await see(meeting, ({ participants }) => participants.length === 3);
    expect(await meeting.makeHost?.(ada ?? '')).toBe(true);
    await see(meeting, ({ participants }) => participants.some(({ id, is_host }) => id === ada && is_host));
    expect(await meeting.makeHost?.(ben ?? '')).toBe(false);
  });

  it('is back at the form, and not in the meeting, once its page has loaded itself anew', async () => {
    const { page, meeting } = await world.openPage(facsimile.meeting().url);
    await using _ = meeting;
    await loadAndAskIn(meeting);
    const before = await see(meeting, inside);
    expect((await meeting.look()).loaded_ms).toBe(before.loaded_ms);
    await page.page.reload();
    const after = await see(meeting, ({ phase, participants }) => phase === 'pre_join' && participants.length === 0);
    expect(after.loaded_ms).toBeGreaterThan(before.loaded_ms ?? Number.POSITIVE_INFINITY);
  });

  it.each([
    ['has their keys, which the page is given', {}, undefined],
    ['says so where their keys are handed out elsewhere', { e2ee: { externallyManagedKey: true } }, 'media'],
  ] as const)('in a meeting that is encrypted end to end %s', async (_, config, encrypted) => {
    const made = facsimile.meeting({}, { config });
    const ada = made.enter('Ada');
    const { meeting, page } = await world.openPage(made.url);
    await using _meeting = meeting;
    await loadAndAskIn(meeting);
    await see(meeting, (view) => inside(view) && view.participants.length === 2);
    facsimile.encrypt(await facsimile.desk.asked(made), ada);
    const encrypts = (id: string): boolean =>
      Reflect.get(globalThis, 'APP').store.getState()['features/base/participants'].remote.get(id)?.e2eeEnabled;
    await page.page.waitForFunction(encrypts, {}, ada.id);
    expect((await meeting.look()).encrypted).toBe(encrypted);
  });

  itChangesRooms(facsimile, () => world);

  itHearsPeople(facsimile, () => world);

  it('records the picture of whoever speaks, under their own name, in each view that shows everybody', async () => {
    const played = facsimile.meeting();
    const clips = ['elena-01', 'jonas-01', 'tom-01'];
    const people = seenNames.map((name, index) => {
      const { id, number } = played.enter(name, { camera: true });
      const speak = (for_ms: number) => played.talk.sayFor(id, clips[index] ?? '', for_ms);
      return { colour: pictureFor(number).colour, speak };
    });
    await using meeting = await join(played.url);
    await see(meeting, (view) => inside(view) && view.participants.length === 4);
    const views = ['speaker_view', 'gallery_view'] as const;
    await expectSeen(meeting, world.browser, new URL('/nothing', played.url).href, people, views);
  });
});
