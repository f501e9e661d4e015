/** Against the facsimile of Google Meet: see test/facsimiles/meetings. */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserMeetings } from '../../../../lib/capture/browser/browser-meeting.ts';
import { launchChromium } from '../../../../lib/capture/browser/chromium/chromium.ts';
import type { SessionLog } from '../../../../lib/capture/meeting/log.ts';
import type { MeetingView } from '../../../../lib/capture/meeting/view.ts';
import { googleMeet } from '../../../../lib/capture/platforms/google-meet/index.ts';
import { finishRecording } from '../../../../lib/capture/recording/finish.ts';
import { runCaptureSession } from '../../../../lib/capture/session/session.ts';
import { describeMeeting } from '../../../contracts/meeting.ts';
import { notClosed } from '../../../contracts/meeting-world.ts';
import { googleMeet as facsimileOf } from '../../../facsimiles/meetings/google-meet/google-meet.ts';
import { converse } from '../../../facsimiles/meetings/media/conversation.ts';
import { pictureFor } from '../../../facsimiles/meetings/media/pictures.ts';
import type { Quirks } from '../../../facsimiles/meetings/quirks.ts';
import { type FacsimileWorld, openFacsimileWorld } from '../../../facsimiles/meetings/world.ts';
import { anAssignment, neverStopped } from '../../../lab/builders/assignment.ts';
import { aFakeBot } from '../../../lab/doubles/fake-bot.ts';
import { aMemoryStore } from '../../../lab/doubles/memory-segments.ts';
import { until } from '../../../lab/until.ts';
import { loadAndAskIn } from '../../../lab/worlds/ask-in.ts';
import { loseIn, processesOf, waysToLose } from '../../../lab/worlds/lost-page.ts';
import { see } from '../../../lab/worlds/see.ts';
import { startWorker } from '../../../lab/worlds/worker-process.ts';
import { badly } from '../bad-manners.ts';
import { expectHeardBot } from '../heard-bot.ts';
import { expectSeen, seenNames } from '../seen-people.ts';
import { showsScreenOf } from '../shared-screen.ts';

const facsimile = facsimileOf();
let world: FacsimileWorld;
beforeAll(async () => {
  world = await openFacsimileWorld(facsimile, googleMeet);
});
afterAll(async () => world?.[Symbol.asyncDispose]());

describeMeeting('of Google Meet', {
  capabilities: googleMeet.capabilities,
  // A waiting room and a removal are shown by the tests below.
  phases: [
    'pre_join',
    'in_meeting',
    'denied',
    'blocked',
    'not_started',
    'not_found',
    'login_required',
    'captcha',
    'ended',
  ],
  hasPeople: true,
  areApart: true,
  openWorld: async () => notClosed(world),
});

describe('a bot in a Google Meet that behaves badly', { concurrent: true }, () => {
  /** Everything that pages were seen to do, at once. */
  const quirks: Partial<Quirks> = {
    ...badly,
    dialogs: ['hint', 'recorded'],
    dialogsAfter: ['recorded', 'hint'],
    classes: 'random',
    wire: { brokenOneOf: 20, doubledOneOf: 4, swappedOneOf: 6 },
  };

  it('gets in and knocks once, through both queues, and does there what it is told to', async () => {
    const { desk } = world.facsimile;
    const room = world.facsimile.meeting(quirks);
    room.door = 'lobby';
    const ada = room.enter('Ada', { isHost: true });
    await using meeting = await world.open(room.url);
    await loadAndAskIn(meeting);
    await see(meeting, ({ phase }) => phase === 'waiting_room');
    const guest = await desk.asked(room);
    expect(guest.name).toBe('Notes');
    await guest.show('m09-host-brings-you');
    await see(meeting, ({ phase }) => phase === 'waiting_room');
    await guest.admit();
    await see(meeting, ({ phase, participants }) => phase === 'in_meeting' && participants.length === 2);
    // It has neither asked again nor loaded its page anew.
    expect(desk.guests.filter((one) => one.meeting === room)).toHaveLength(1);
    guest.visit.tell({ type: 'hang', for_ms: 2_000 });
    await meeting.settle();
    expect(await meeting.captionIn?.('xx-XX')).toBe(false);
    expect(facsimile.captionLanguage(guest)).toBe('en-US');
    expect(await meeting.captionIn?.('de-DE')).toBe(true);
    expect(facsimile.captionLanguage(guest)).toBe('de-DE');
    room.caption(ada.id, 'Guten', 'Guten Morgen.');
    // A busy machine may bring the second word so late that it is taken for a sentence of its own.
    await see(
      meeting,
      ({ captions }) =>
        captions.map(({ text }) => text).join(' ') === 'Guten Morgen.' && captions.every(({ is_final }) => is_final),
    );
    await meeting.sendChat?.({ to: 'everyone', text: 'I take the minutes.' });
    expect(room.messages.map(({ text }) => text)).toEqual(['I take the minutes.']);
    await expectHeardBot(meeting, guest);
    await guest.remove();
    await see(meeting, ({ phase }) => phase === 'removed');
  });

  it('writes into a chat whose field is outside of what is shown of the page', async () => {
    const room = world.facsimile.meeting();
    const ada = room.enter('Ada', { isHost: true });
    await using meeting = await world.open(room.url);
    await loadAndAskIn(meeting);
    await see(meeting, ({ phase }) => phase === 'in_meeting');
    const lines = Array.from({ length: 30 }, (_, line) => `Line ${line}`);
    for (const line of lines) room.write(ada.id, line);
    await meeting.sendChat?.({ to: 'everyone', text: 'I take the minutes.' });
    expect(room.messages.map(({ text }) => text)).toEqual([...lines, 'I take the minutes.']);
  });

  it('sends what it has written, and presses nothing else, where its field has lost the focus meanwhile', async () => {
    const room = world.facsimile.meeting();
    const { page, meeting } = await world.openPage(room.url);
    await using _ = meeting;
    await loadAndAskIn(meeting);
    await see(meeting, ({ phase }) => phase === 'in_meeting');
    const pressedByKey = await page.page.evaluateHandle(() => {
      const pressed: string[] = [];
      addEventListener(
        'click',
        ({ detail, target }) => detail === 0 && pressed.push((target as Element).outerHTML),
        true,
      );
      const camera = () => document.querySelector<HTMLElement>('[aria-label$="camera"]');
      addEventListener('input', () => camera()?.focus(), { once: true });
      return pressed;
    });
    await meeting.sendChat?.({ to: 'everyone', text: 'I take the minutes.' });
    expect(room.messages.map(({ text }) => text)).toEqual(['I take the minutes.']);
    expect(await pressedByKey.jsonValue()).toEqual([]);
  });

  it.each<Partial<Quirks>>([{ unechoed: true }, { unechoed: true, undelivered: 1 }, { undelivered: 2 }])(
    'writes once what its page sends, also where nobody tells it back or it is not delivered at first: %j',
    async (quirks) => {
      const room = world.facsimile.meeting(quirks);
      await using meeting = await world.open(room.url);
      await loadAndAskIn(meeting);
      await see(meeting, ({ phase }) => phase === 'in_meeting');
      await meeting.sendChat?.({ to: 'everyone', text: 'I take the minutes.' });
      expect(room.messages.map(({ text }) => text)).toEqual(['I take the minutes.']);
    },
  );

  it('tells what is not delivered after two more times either, and sends the next one alone', async () => {
    const room = world.facsimile.meeting({ undelivered: 3 });
    await using meeting = await world.open(room.url);
    await loadAndAskIn(meeting);
    await see(meeting, ({ phase }) => phase === 'in_meeting');
    await expect(meeting.sendChat?.({ to: 'everyone', text: 'I take the minutes.' })).rejects.toThrow('not delivered');
    await meeting.sendChat?.({ to: 'everyone', text: 'Hello' });
    expect(room.messages.map(({ text }) => text)).toEqual(['Hello']);
  });

  it('writes what is longer than its field takes in pieces, in their order, and none of them twice', async () => {
    const room = world.facsimile.meeting({ longestMessage: 500, undelivered: 1 });
    await using meeting = await world.open(room.url);
    await loadAndAskIn(meeting);
    await see(meeting, ({ phase }) => phase === 'in_meeting');
    const lines = ['a', 'b', 'c'].map((letter) => `${letter.repeat(9)} `.repeat(40).trim());
    await meeting.sendChat?.({ to: 'everyone', text: lines.join('\n') });
    expect(room.messages.map(({ text }) => text)).toEqual(lines);
  });

  it('opens the chat where another panel is open in its place', async () => {
    const room = world.facsimile.meeting();
    const { page, meeting } = await world.openPage(room.url);
    await using _ = meeting;
    await loadAndAskIn(meeting);
    await see(meeting, ({ phase }) => phase === 'in_meeting');
    await page.page.click('[aria-label="People"]');
    await page.page.waitForSelector('[aria-label="Participants"]');
    await meeting.sendChat?.({ to: 'everyone', text: 'I take the minutes.' });
    expect(room.messages.map(({ text }) => text)).toEqual(['I take the minutes.']);
  });

  it('chooses the language of captions in the settings while there are none', async () => {
    const room = world.facsimile.meeting();
    await using meeting = await world.open(room.url);
    await loadAndAskIn(meeting);
    await see(meeting, ({ phase }) => phase === 'in_meeting');
    expect(await meeting.captionIn?.('xx-XX')).toBe(false);
    expect(await meeting.captionIn?.('fr-FR')).toBe(true);
    expect(facsimile.captionLanguage(await world.facsimile.desk.asked(room))).toBe('fr-FR');
  });

  it('stays where it is asked whether it does, alone', async () => {
    const { desk } = world.facsimile;
    const room = world.facsimile.meeting();
    await using meeting = await world.open(room.url);
    await loadAndAskIn(meeting);
    await see(meeting, ({ phase }) => phase === 'in_meeting');
    const guest = await desk.asked(room);
    let stays = false;
    const answered = facsimile.askWhetherItStays(guest).then(() => {
      stays = true;
    });
    await see(meeting, () => stays);
    await answered;
    expect(guest.place).toBe('inside');
  });

  it('accepts what the page asks consent for where its operator has said so, and nowhere else', async () => {
    const { url } = world.facsimile.meeting({ dialogs: ['consent'] });
    await using halted = await world.open(url);
    await halted.load();
    const asking = await see(halted, ({ phase }) => phase === 'consent_asked');
    expect(asking.page).toMatchObject({ page_state: 'M07_consent_asked', advice: 'accept_terms' });
    const told: unknown[] = [];
    const log: SessionLog = (_, fields) => told.push(fields?.accepted);
    const { meeting } = await world.openPage(url, { accepts_terms: true, log });
    await using going = meeting;
    await going.load();
    // On a busy machine the form is drawn before what lies over it.
    await see(going, ({ phase }) => phase === 'pre_join' && told.some(Boolean));
    expect(told.filter(Boolean)).toEqual(['M07_consent_asked']);
    expect((await halted.look()).phase).toBe('consent_asked');
  });

  it.each(['let in', 'sent there again'] as const)(
    'asks once more where it is sent to the front page of Meet as soon as it has asked, and is %s',
    async (outcome) => {
      const room = world.facsimile.meeting();
      room.door = { page: 'm20-landing' };
      const bot = aFakeBot('staged');
      const launch: typeof launchChromium = (options) => launchChromium({ ...options, args: [...world.args] });
      const recording_settings = { format: 'mp3', view: 'speaker_view', resolution: '720p' } as const;
      const assignment = anAssignment({ meeting_url: room.url, platform: 'google_meet', recording_settings });
      const meetings = browserMeetings({ platform: googleMeet, launch });
      const asked = () =>
        world.facsimile.desk.guests.filter(({ meeting, hasAsked }) => meeting === room && hasAsked).length;
      const session = runCaptureSession({ line: bot, meetings, segments: aMemoryStore() }, assignment, neverStopped);
      await until(asked, (times) => times === 1);
      if (outcome === 'let in') {
        room.door = 'open';
        await until(
          () => bot.triggers,
          (triggers) => triggers.includes('admitted'),
        );
        bot.move('leave');
      }
      await session;
      expect(asked()).toBe(2);
      expect(bot.triggers.at(-1)).toBe(outcome === 'let in' ? 'left' : 'could_not_join (unknown_page)');
    },
  );

  it('joins again when its browser is killed, goes on with the same recording, and tells nothing twice', async () => {
    const room = world.facsimile.meeting();
    room.enter('Ada', { isHost: true });
    const joins = () => world.facsimile.desk.guests.filter(({ meeting }) => meeting === room).length;
    const { args } = world;
    const way = waysToLose['is killed with its browser'];
    const killed = await loseIn({ url: room.url, platform: googleMeet, args, joins }, [way], { format: 'mp3' });
    const { end, triggers, parts, logged, seen } = killed;
    expect({ end, triggers, parts }).toEqual({ end: 'reported', triggers: ['admitted', 'left'], parts: 2 });
    expect(logged.filter((line) => line.startsWith('the meeting was lost'))).toHaveLength(1);
    const told = seen.participant_events.map(({ participant_name, event_type }) => `${participant_name} ${event_type}`);
    expect(told.filter((line) => /join|leave|Notes/.test(line))).toEqual(['Ada join']);
  });

  it('is joined again when its worker is killed, by another that goes on with the recording and tells nothing twice', async () => {
    const room = facsimile.meeting();
    const meeting_url = room.url;
    const ada = room.enter('Ada', { isHost: true });
    const recording_settings = { format: 'mp3', view: 'speaker_view', resolution: '720p' } as const;
    const order = { platform: 'google_meet', args: world.args, recording_settings } as const;
    await using worker = await startWorker(meeting_url, order);
    await worker.recorded(1);
    await worker.kill();
    await expect.poll(() => processesOf(worker.browser_pid)).toEqual([]);

    const bot = aFakeBot('joined_recording');
    const stored = Promise.withResolvers<void>();
    void stored.promise.then(() => bot.move('leave'));
    const store = aMemoryStore((name) => /^segments\/002-.*m4s$/.test(name) && stored.resolve());
    await worker.handTo(store);
    const launch: typeof launchChromium = (options) => launchChromium({ ...options, args: [...world.args] });
    const assignment = anAssignment({ meeting_url, platform: 'google_meet', attempt: 2, recording_settings });
    const meetings = browserMeetings({ platform: googleMeet, launch });
    const end = await runCaptureSession({ line: bot, meetings, segments: store }, assignment, neverStopped);
    const recording = await finishRecording(store, async () => undefined);
    expect({ end, triggers: bot.triggers, parts: recording?.parts.length }).toEqual({
      end: 'reported',
      triggers: ['left'],
      parts: 2,
    });
    expect(facsimile.desk.guests.filter(({ meeting }) => meeting === room)).toHaveLength(2);
    expect(room.members.map(({ id }) => id)).toContain(ada.id);
  });

  it('hears everybody under their own name by three lines whose owner changes', async () => {
    // In about half of the meetings in August 2026 the page was given to decode (Meeting-BaaS/meet-teams-bot#290, #301).
    const room = world.facsimile.meeting({ decoding: 'if_offered', streamsApart: true, strict: true });
    const clips = ['elena-01', 'jonas-01', 'maya-01', 'tom-01'];
    const people = clips.map((clip, index) => ({ ...room.enter(`Person ${index}`), clip }));
    await using meeting = await world.open(room.url);
    await loadAndAskIn(meeting);
    await see(meeting, ({ phase, participants }) => phase === 'in_meeting' && participants.length === 5);
    const sharing = people[1]?.id ?? '';
    room.use(sharing, 'screen', true);
    await see(meeting, showsScreenOf(sharing));
    const { say, heard, misheard } = await converse(room, meeting);
    const alone = [];
    for (const { id, clip } of people) alone.push(await say(id, clip));
    // Three at once take a line each.
    const together = await Promise.all(people.slice(0, 3).map(({ id, clip }) => say(id, clip)));
    await heard(...alone, ...together);
    await meeting.speech.stop();
    expect(await misheard()).toEqual([]);
  });

  it('hears people whom the page decodes all the same, by what it plays, under the name that it marks', async () => {
    const room = world.facsimile.meeting({ decoding: 'by_worker' });
    const [ada, ben] = [room.enter('Ada'), room.enter('Ben')];
    await using meeting = await world.open(room.url);
    await loadAndAskIn(meeting);
    await see(meeting, ({ phase, participants }) => phase === 'in_meeting' && participants.length === 3);
    const { say, heard } = await converse(room, meeting);
    // It takes a few seconds of speech until it is clear that nothing of it comes by the lines.
    await heard(await say(ada.id, 'elena-01'));
    await heard(await say(ben.id, 'jonas-01'));
    await meeting.speech.stop();
  });

  it.each<Partial<Quirks>>([{ unmarked: true }, { unmarked: true, untold: true }])(
    'knows itself, and who says what, where no tile is marked as its own, in a page of %j',
    async (quirks) => {
      const room = world.facsimile.meeting(quirks);
      room.door = 'lobby';
      const [ada, namesake] = [room.enter('Ada'), room.enter('Notes')];
      await using meeting = await world.open(room.url);
      await loadAndAskIn(meeting);
      const guest = await world.facsimile.desk.asked(room);
      await see(meeting, ({ phase }) => phase === 'waiting_room');
      const byId = (one: { readonly id: string }, other: { readonly id: string }) => one.id.localeCompare(other.id);
      const people = ({ participants }: MeetingView) =>
        participants.map(({ id, name, is_self }) => ({ id, name, is_self })).toSorted(byId);
      const expectPeople = async (): Promise<void> => {
        const present = room.members
          .map(({ id, name }) => ({ id, name, is_self: id === guest.member?.id }))
          .toSorted(byId);
        const isRight = (view: MeetingView) => view.phase === 'in_meeting' && isDeepStrictEqual(people(view), present);
        expect(people(await see(meeting, isRight))).toEqual(present);
      };
      await guest.admit();
      await expectPeople();
      Object.assign(ada, { name: 'Ada Moreau' });
      room.changed();
      await expectPeople();
      await meeting.settle();
      room.caption(ada.id, 'Good morning.');
      room.caption(namesake.id, 'I am Notes, too.');
      const { captions } = await see(meeting, (view) => view.captions.length === 2);
      expect(captions.map(({ speaker_id, text }) => [speaker_id, text])).toEqual([
        [ada.id, 'Good morning.'],
        [namesake.id, 'I am Notes, too.'],
      ]);
      const { say, heard, misheard } = await converse(room, meeting);
      await heard(await say(ada.id, 'elena-01'), await say(namesake.id, 'jonas-01'));
      await meeting.speech.stop();
      expect(await misheard()).toEqual([]);
      await guest.putBack();
      await see(meeting, ({ phase }) => phase === 'waiting_room');
      await guest.admit();
      await expectPeople();
      await guest.remove();
      await see(meeting, ({ phase }) => phase === 'removed');
    },
  );

  it('records the picture of whoever speaks, under their own name', async () => {
    const played = world.facsimile.meeting();
    const clips = ['elena-01', 'jonas-01', 'tom-01'];
    const people = seenNames.map((name, index) => {
      const { id, number } = played.enter(name, { camera: true });
      const speak = (for_ms: number) => played.talk.sayFor(id, clips[index] ?? '', for_ms);
      return { colour: pictureFor(number).colour, speak };
    });
    await using meeting = await world.open(played.url);
    await loadAndAskIn(meeting);
    await see(meeting, ({ phase, participants }) => phase === 'in_meeting' && participants.length === 4);
    await expectSeen(meeting, world.browser, new URL('/nothing', played.url).href, people);
  });
});
