/**
 * What every meeting does for a bot, whatever it is made of. An adapter of a platform is one if this suite says so: it
 * brings scenes (pages, or a server of the platform) and, where it has them, people.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ElementMissingError } from '../../lib/capture/meeting/errors.ts';
import type { Meeting } from '../../lib/capture/meeting/meeting.ts';
import { type MeetingPhase, MeetingView } from '../../lib/capture/meeting/view.ts';
import { type MeetingCapabilities, tellsVoicesApart } from '../../lib/domain/meeting/capabilities.ts';
import { aColouredPng } from '../lab/builders/pictures.ts';
import { until as waitUntil } from '../lab/until.ts';
import { askIn } from '../lab/worlds/ask-in.ts';
import { expectConversation } from './meeting-conversation.ts';
import type { MeetingWorld, Person } from './meeting-world.ts';

export interface MeetingUnderTest {
  readonly capabilities: MeetingCapabilities;
  /** Those that there are scenes for. */
  readonly phases: readonly MeetingPhase[];
  /** Whether people can be had. */
  readonly hasPeople: boolean;
  /** Whether people can change what they wrote; they can where it is not said. */
  readonly editsMessages?: boolean;
  /** Whether meetings of one world know nothing of each other: they wait more than they work, and may go on side by side. */
  readonly areApart?: boolean;
  /** Whether somebody's screen is told as soon as they share it; else once something of it has come. */
  readonly tellsScreens?: boolean;
  /** Whether its pages offer to send the bot no pictures, where it can want that; they do where it is not said. */
  readonly offersNoPictures?: boolean;
  /** Whether each caption says whose it is, as where it is not said; else what comes while the machine is held up is nobody's. */
  readonly namesSpeakers?: boolean;
  /** What its captions in German are called by the settings of platforms, where the bot can choose their language. */
  readonly germanCaptions?: readonly string[];
  readonly openWorld: () => Promise<MeetingWorld>;
}

const name = 'Notes';
/** Of a page's clock, and of times that are told to the minute. */
const aMinuteMs = 60_000;
const until = (meeting: Meeting, is: (view: MeetingView) => boolean): Promise<MeetingView> =>
  waitUntil(() => meeting.look(), is);

/**
 * Goes on from a page that was loaded as far as a session goes before it waits to be let in, or until what is wanted is shown
 * without asking.
 */
const knock = async (meeting: Meeting, wanted: MeetingPhase): Promise<void> => {
  const comes: readonly MeetingPhase[] = ['pre_join', 'in_meeting', wanted];
  const { phase } = await until(meeting, (view) => comes.includes(view.phase));
  if (phase === 'pre_join') await askIn(meeting, name);
};

const ask = async (meeting: Meeting, wanted: MeetingPhase): Promise<void> => {
  await meeting.load();
  await knock(meeting, wanted);
};

/** What is shown once the bot is in the meeting, and as wished. */
const come = async (meeting: Meeting, is: (view: MeetingView) => boolean = () => true): Promise<MeetingView> => {
  await ask(meeting, 'in_meeting');
  return until(meeting, (view) => view.phase === 'in_meeting' && is(view));
};

const selfIn = ({ participants }: MeetingView) => participants.filter(({ is_self }) => is_self);
const namesIn = ({ participants }: MeetingView) => participants.map((person) => person.name);

export const describeMeeting = (of: string, underTest: MeetingUnderTest): void => {
  const {
    capabilities,
    phases,
    hasPeople,
    editsMessages = true,
    areApart = false,
    tellsScreens = true,
    offersNoPictures = true,
    namesSpeakers = true,
    germanCaptions,
    openWorld,
  } = underTest;
  describe(`a meeting, ${of}`, { concurrent: areApart }, () => {
    let world: MeetingWorld;
    beforeAll(async () => {
      world = await openWorld();
    });
    afterAll(async () => world?.[Symbol.asyncDispose]());

    const open = async (phase: MeetingPhase): Promise<Meeting> => world.open((await world.scene(phase)).url);
    /** What is shown once it is the phase that is waited for. */
    const shown = async (meeting: Meeting, phase: MeetingPhase): Promise<MeetingView> => {
      const view = await until(meeting, (view) => view.phase === phase);
      expect(MeetingView.parse(view)).toEqual(view);
      return view;
    };

    it('has the abilities that it says it has, shows what it looks like, and answers nothing once it was given up', async () => {
      const meeting = await open('pre_join');
      expect(meeting.capabilities).toEqual(capabilities);
      // App sessions have no socket that could want them.
      if (!capabilities.unseen) expect(meeting.voices !== undefined).toBe(tellsVoicesApart(capabilities));
      expect({
        captions: meeting.captionIn !== undefined,
        chat: meeting.sendChat !== undefined,
        recording_permission: meeting.askToRecord !== undefined,
        breakout_rooms: meeting.enterBreakoutRoom !== undefined,
        gallery: meeting.showIn !== undefined,
        page: meeting.recorder.isOfPage === true,
      }).toEqual({
        captions: capabilities.captions === true,
        chat: capabilities.chat !== 'none',
        recording_permission: capabilities.recording_permission,
        breakout_rooms: capabilities.breakout_rooms === true,
        gallery: capabilities.gallery === true,
        page: capabilities.pictures === 'page',
      });
      await meeting.load();
      await shown(meeting, 'pre_join');
      const { facts = {}, files } = await meeting.evidence();
      expect(Object.keys(facts).length + files.length).toBeGreaterThan(0);
      for (const { bytes } of files) expect(bytes.byteLength).toBeGreaterThan(0);
      expect(meeting.isLost).toBe(false);
      meeting.giveUp();
      expect(meeting.isLost).toBe(true);
      await expect(meeting.look()).rejects.toThrow();
      // It is closed as often as one likes.
      await meeting[Symbol.asyncDispose]();
      await meeting[Symbol.asyncDispose]();
    });

    it('shows the bot once, settles as often as it is told to, begins anew when it is loaded again, and is left, twice too', async () => {
      await using meeting = await open('in_meeting');
      await ask(meeting, 'in_meeting');
      await shown(meeting, 'in_meeting');
      if (!capabilities.unseen) {
        const view = await until(meeting, (view) => selfIn(view).length > 0);
        expect(selfIn(view).map((self) => self.name)).toEqual([name]);
        if (!capabilities.lasting_ids) expect(view.participants.filter((one) => one.user_uuid !== null)).toEqual([]);
        const ids = view.participants.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
      }
      await meeting.settle();
      await meeting.settle();
      expect((await meeting.look()).phase).toBe('in_meeting');
      await meeting.load();
      await shown(meeting, 'pre_join');
      await knock(meeting, 'in_meeting');
      await shown(meeting, 'in_meeting');
      await meeting.leave();
      await until(meeting, ({ phase }) => phase !== 'in_meeting');
      await meeting.leave();
    });

    const ofTheirOwn = phases.filter((phase) => phase !== 'pre_join' && phase !== 'in_meeting');
    it.each(ofTheirOwn)('shows %s', async (phase) => {
      const { url, afterwards, isSeenInside = false } = await world.scene(phase);
      await using meeting = await world.open(url);
      if (phase === 'loading') await meeting.load();
      else {
        await ask(meeting, phase);
        // One look proves nothing.
        for (let looks = 0; isSeenInside && looks < 2; looks += 1)
          await until(meeting, (view) => view.phase === 'in_meeting');
        await afterwards?.();
      }
      await shown(meeting, phase);
    });

    describe.runIf(hasPeople)('with people in it', () => {
      const gather = async (options?: { readonly asks?: boolean }) => {
        if (!world.gather) throw new Error('there are no people');
        const gathering = await world.gather(options);
        const meeting = await world.open(gathering.url);
        const view = await come(meeting, (view) => selfIn(view).length === 1);
        return {
          ...gathering,
          meeting,
          self: selfIn(view)[0]?.id ?? '',
          async [Symbol.asyncDispose]() {
            await meeting[Symbol.asyncDispose]();
            await gathering[Symbol.asyncDispose]?.();
          },
        };
      };

      type There = Awaited<ReturnType<typeof gather>>;

      /** Two people talk, are recorded meanwhile, and shown or not as the bot likes. */
      const isTalkedIn = async ({ enterToSpeak, meeting, url }: There): Promise<void> => {
        const { browser } = world;
        if (!browser) throw new Error('there is nothing to look at recordings in');
        const people = [await enterToSpeak('Elena'), await enterToSpeak('Tom')] as const;
        await expectConversation(meeting, people, { browser, blank: new URL('/nothing', url).href, offersNoPictures });
        const { makeHost, showIn } = meeting;
        for (const view of ['gallery_view', 'speaker_view'] as const)
          if (showIn) await waitUntil(async () => (await showIn(view)) === true, Boolean);
        // Who is no host itself makes nobody one.
        if (makeHost) expect(await makeHost(people[0].id)).toBe(false);
        await Promise.all(people.map(({ leave }) => leave()));
      };

      const showsTheBot = async ({ host, meeting: { stage }, self }: There): Promise<void> => {
        if (!stage) return;
        await stage.start();
        // Meetings that forward media tell of a camera once something of it has come.
        const png = aColouredPng('#3f8f7b', 320, 180).toString('base64');
        expect(await stage.send({ type: 'picture', png })).toBe(true);
        const shown = { camera: 'picture', microphone: 'agent', screen: 'agent' } as const;
        expect(await stage.send({ type: 'show', shown })).toBe(true);
        for (const device of ['camera', 'microphone', ...(tellsScreens ? (['screen'] as const) : [])] as const) {
          await stage.turn(device, true);
          await stage.turn(device, true);
          await host.see(self, (seen) => seen?.[device] === true);
          await stage.turn(device, false);
          await host.see(self, (seen) => seen?.[device] === false);
        }
      };

      it('shows who is there, the host, cameras and two people of one name; is recorded; shows them the bot, until it stops, and has left', async () => {
        await using there = await gather();
        const { enter, host, meeting, self } = there;
        const maya = await enter('Maya');
        await maya.turnCamera(true);
        const { participants } = await until(meeting, (view) =>
          view.participants.some(({ id, has_camera }) => id === maya.id && has_camera),
        );
        const find = (id: string) => participants.find((person) => person.id === id);
        expect(find(host.id)).toMatchObject({ is_host: capabilities.hosts, is_self: false });
        expect(find(maya.id)).toMatchObject({ name: 'Maya', is_host: false, is_self: false, is_sharing: false });
        await maya.turnCamera(false);
        await until(meeting, (view) => !view.participants.some(({ id, has_camera }) => id === maya.id && has_camera));
        const other = await enter('Maya');
        expect(other.id).not.toBe(maya.id);
        const isThere = (view: MeetingView, { id }: Person) => view.participants.some((person) => person.id === id);
        await until(meeting, (view) => isThere(view, maya) && isThere(view, other));
        await other.leave();
        await until(meeting, (view) => isThere(view, maya) && !isThere(view, other));
        await isTalkedIn(there);
        await host.see(self, (shown) => shown !== undefined);
        await showsTheBot(there);
        await meeting.leave();
        await host.see(self, (shown) => shown === undefined);
      });

      it.runIf(capabilities.chat !== 'none')(
        'has the bot write, once and as it was asked to, to single people too, and shows what others write and change',
        async () => {
          await using there = await gather();
          const { enter, host, meeting, self } = there;
          const ben = await enter('Ben');
          await until(meeting, (view) => namesIn(view).includes('Ben'));
          await meeting.sendChat?.({ to: 'everyone', text: ' Two\r\nlines ' });
          await meeting.sendChat?.({ to: 'everyone', text: 'Two\nlines' });
          await meeting.sendChat?.({ to: 'everyone', text: 'The end' });
          const next = async ({ read }: Person, count: number): Promise<string[]> => {
            const texts: string[] = [];
            while (texts.length < count) texts.push((await read()).trim());
            return texts;
          };
          for (const one of [host, ben]) expect(await next(one, 3)).toEqual(['Two\nlines', 'Two\nlines', 'The end']);
          if (capabilities.chat === 'private') {
            await meeting.sendChat?.({ to: { participant_id: ben.id }, text: 'Psst' });
            await expect(meeting.sendChat?.({ to: { participant_id: 'nobody' }, text: 'Psst' })).rejects.toThrow();
            await meeting.sendChat?.({ to: 'everyone_but_host', text: 'A surprise' });
            await meeting.sendChat?.({ to: 'everyone', text: 'Hello' });
            expect(await next(ben, 3)).toEqual(['Psst', 'A surprise', 'Hello']);
            expect(await next(host, 1)).toEqual(['Hello']);
          }
          const ofOthers = (view: MeetingView) => view.messages.filter(({ sender_id }) => sender_id !== self);
          const from_ms = Date.now();
          await ben.write('At noon');
          const [message] = ofOthers(await until(meeting, (view) => ofOthers(view).length === 1));
          expect(message).toMatchObject({
            ...{ sender_id: ben.id, sender_name: 'Ben', text: 'At noon', to: 'everyone', edited_at_ms: null },
          });
          expect(message?.timestamp_ms).toBeGreaterThan(from_ms - aMinuteMs);
          expect(message?.timestamp_ms).toBeLessThan(Date.now() + aMinuteMs);
          if (!editsMessages) return;
          await ben.edit('At noon', 'At one');
          const changed = await until(meeting, (view) => ofOthers(view)[0]?.text === 'At one');
          expect(ofOthers(changed)).toEqual([{ ...message, text: 'At one', edited_at_ms: expect.any(Number) }]);
        },
      );

      const showsWhatIsSaid = async ({ host, meeting }: There): Promise<void> => {
        await meeting.settle(true);
        const from_ms = Date.now();
        // What a page tells late may have been taken for a sentence of its own before.
        const saidIn = ({ captions }: MeetingView) => captions.map(({ text }) => text).join(' ');
        const said: string[] = [];
        const say = async (text: string) => {
          said.push(text);
          await host.caption(text);
          const isSaid = (view: MeetingView) => saidIn(view) === said.join(' ');
          return until(meeting, (view) => isSaid(view) && view.captions.every(({ is_final }) => is_final));
        };
        let { captions } = await say('Good morning.');
        const speakers = () => new Set(captions.map(({ speaker_id }) => speaker_id));
        if (!namesSpeakers)
          for (const text of ['Who is there?', 'Shall we begin?', 'One moment, please.', 'Can you hear me?'])
            if (!speakers().has(host.id)) captions = (await say(text)).captions;
        expect([...speakers()].filter((id) => namesSpeakers || id !== '')).toEqual([host.id]);
        expect(captions[0]?.start_ms).toBeGreaterThan(from_ms - aMinuteMs);
        expect(captions[0]?.start_ms).toBeLessThan(Date.now() + aMinuteMs);
      };

      /** Where nobody needs to be asked, or has invited the bot, what is missing for that is named. */
      const namesWhatIsMissing = async ({ meeting }: There): Promise<void> => {
        if (capabilities.recording_permission) {
          await until(meeting, ({ recording }) => recording === 'allowed');
          const error = await meeting.askToRecord?.().catch((error: unknown) => error);
          expect(error).toBeInstanceOf(ElementMissingError);
          expect(error).toMatchObject({ step: 'ask to record', element: expect.stringMatching(/./) });
        }
        if (capabilities.breakout_rooms === true) {
          await expect(meeting.enterBreakoutRoom?.()).rejects.toMatchObject({
            name: 'ElementMissingError',
            step: 'enter the breakout room',
          });
        }
      };

      const movesWhenInvited = async ({ enter, host, meeting, self }: There): Promise<void> => {
        const ben = await enter('Ben');
        await until(meeting, (view) => namesIn(view).includes('Ben'));
        await host.openBreakoutRoom('Press', [self, ben.id]);
        const invited = await until(meeting, ({ breakout }) => breakout.state === 'invited');
        expect([invited.breakout.room_name, namesIn(invited).includes('Ben')]).toEqual(['Press', true]);
        await meeting.enterBreakoutRoom?.();
        const inside = await until(meeting, ({ breakout }) => breakout.state === 'inside');
        expect(namesIn(inside)).toEqual([name]);
        await ben.acceptBreakout();
        await until(meeting, (view) => namesIn(view).includes('Ben'));
        await host.closeBreakoutRooms();
        const back = await until(meeting, ({ breakout }) => breakout.state === 'none');
        expect([back.breakout.room_name, back.phase]).toEqual([null, 'in_meeting']);
        expect(back.participants.some(({ id }) => id === host.id)).toBe(true);
      };

      const isMoved = async ({ enter, host, meeting, self }: There): Promise<void> => {
        const ben = await enter('Ben');
        await until(meeting, (view) => namesIn(view).includes('Ben'));
        await host.openBreakoutRoom('Press', [self]);
        const inside = await until(
          meeting,
          ({ breakout, phase }) => breakout.state === 'inside' && phase === 'in_meeting',
        );
        expect([inside.breakout.room_name, namesIn(inside)]).toEqual(['Press', [name]]);
        await host.closeBreakoutRooms();
        const back = await until(
          meeting,
          (view) => view.breakout.state === 'none' && view.participants.some(({ id }) => id === ben.id),
        );
        expect([back.breakout.room_name, back.phase]).toEqual([null, 'in_meeting']);
      };

      it.runIf(capabilities.captions || capabilities.recording_permission || capabilities.breakout_rooms)(
        'shows what is said, with who said it and when; names what is missing; is taken into breakout rooms, and back',
        async () => {
          await using there = await gather();
          if (capabilities.captions) await showsWhatIsSaid(there);
          await namesWhatIsMissing(there);
          if (capabilities.breakout_rooms === true) await movesWhenInvited(there);
          if (capabilities.breakout_rooms === 'moved') await isMoved(there);
        },
      );

      it.runIf(germanCaptions)('writes what is said in the language that is asked for, or says so', async () => {
        await using there = await gather();
        const { host, meeting } = there;
        await meeting.settle();
        expect(await meeting.captionIn?.('xx-XX')).toBe(false);
        for (const german of germanCaptions ?? []) expect(await meeting.captionIn?.(german)).toBe(true);
        await host.caption('Good morning.', 'Guten Morgen.');
        await host.caption('Good night.');
        const { captions } = await until(meeting, (view) => view.captions.length === 2);
        expect(captions.map(({ text, is_untranslated }) => [text, is_untranslated])).toEqual([
          ['Guten Morgen.', false],
          ['Good night.', true],
        ]);
      });

      it.runIf(capabilities.recording_permission)(
        'asks to record where it has to; it is granted, and taken back',
        async () => {
          await using there = await gather({ asks: true });
          const { host, meeting } = there;
          await until(meeting, ({ recording }) => recording === 'not_asked');
          await meeting.askToRecord?.();
          await until(meeting, ({ recording }) => recording === 'requested');
          await host.allowRecording();
          await until(meeting, ({ recording }) => recording === 'allowed');
          await host.refuseRecording();
          await until(meeting, ({ recording }) => recording === 'denied');
        },
      );
    });
  });
};
