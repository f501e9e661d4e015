/** Against the facsimile of Teams, which another hand wrote from the same sources: test/facsimiles/meetings. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Meeting } from '../../../../lib/capture/meeting/meeting.ts';
import { teams as adapter } from '../../../../lib/capture/platforms/teams/index.ts';
import { describeMeeting } from '../../../contracts/meeting.ts';
import { notClosed } from '../../../contracts/meeting-world.ts';
import { converse } from '../../../facsimiles/meetings/media/conversation.ts';
import { pictureFor } from '../../../facsimiles/meetings/media/pictures.ts';
import { teams } from '../../../facsimiles/meetings/teams/teams.ts';
import { type FacsimileWorld, openFacsimileWorld } from '../../../facsimiles/meetings/world.ts';
import { until } from '../../../lab/until.ts';
import { loadAndAskIn } from '../../../lab/worlds/ask-in.ts';
import { badly } from '../bad-manners.ts';
import { expectHeardBot } from '../heard-bot.ts';
import { expectSeen, seenNames } from '../seen-people.ts';

/** By which two pieces of one voice may overlap: as much as their times are rounded. */
const mostSharedMs = 50;

const facsimile = teams();
let world: FacsimileWorld;
beforeAll(async () => {
  world = await openFacsimileWorld(facsimile, adapter);
});
afterAll(async () => world?.[Symbol.asyncDispose]());

describeMeeting('of Teams', {
  capabilities: adapter.capabilities,
  // A waiting room and a removal are shown by the tests below.
  phases: ['pre_join', 'in_meeting', 'denied', 'not_started', 'not_found', 'login_required', 'captcha', 'ended'],
  hasPeople: true,
  areApart: true,
  offersNoPictures: false,
  openWorld: async () => notClosed(world),
});

describe('a bot in a meeting of Teams', { concurrent: true }, () => {
  const join = async (url: string): Promise<Meeting> => {
    const meeting = await world.open(url);
    await loadAndAskIn(meeting);
    return meeting;
  };
  const inside = (meeting: Meeting) =>
    until(
      () => meeting.look(),
      ({ phase, participants }) => phase === 'in_meeting' && participants.some(({ is_self }) => is_self),
    );

  it('hears each word once, and who said it', async () => {
    const played = facsimile.meeting();
    const [ada, ben] = [played.enter('Ada', { isHost: true }), played.enter('Ben')];
    played.addDevice(ben.id);
    await using meeting = await join(played.url);
    await inside(meeting);
    const { said, pieces, say, heard, misheard } = await converse(played, meeting);
    await until(
      () => meeting.look(),
      ({ media }) => media.some(({ kind }) => kind === 'line'),
    );
    const turns = [ada, ben, ada, ben, ada, ben];
    for (const [turn, { id }] of turns.entries())
      await heard(await say(id, `${turn % 2 === 0 ? 'elena' : 'daniel'}-0${turn + 1}`));
    await meeting.speech.stop();
    expect(await misheard()).toEqual([]);
    // Of one voice no moment is given twice, and what is heard twice lasts twice as long.
    const given = pieces.toSorted((one, other) => one.start_timestamp_ms - other.start_timestamp_ms);
    const twice = given.filter(({ participant_id, start_timestamp_ms }, at) =>
      given
        .slice(0, at)
        .some(
          (one) =>
            one.participant_id === participant_id &&
            one.start_timestamp_ms + one.duration_ms > start_timestamp_ms + mostSharedMs,
        ),
    );
    expect(twice).toEqual([]);
    const spoken_ms = said.reduce((sum, { start_ms, end_ms }) => sum + end_ms - start_ms, 0);
    const heard_ms = pieces.reduce((sum, { duration_ms }) => sum + duration_ms, 0);
    expect(heard_ms / spoken_ms).toBeLessThan(1.4);
  });

  it('sees cameras and screens of those whose they are, one person with two devices and others of its own name, in a frame', async () => {
    const played = facsimile.meeting({ place: 'frame' });
    played.keepsToItself = true;
    const before = played.enter('Notes', { isGuest: true });
    const [ada, ben] = [played.enter('Ada', { camera: true }), played.enter('Ben', { camera: true })];
    played.addDevice(ada.id);
    played.use(ben.id, 'screen', true);
    await using meeting = await join(played.url);
    await inside(meeting);
    const after = played.enter('Notes', { isGuest: true });
    const { member: own } = await facsimile.desk.asked(played);
    const wanted = [`camera ${ada.id}`, `camera ${ben.id}`, `screen ${ben.id}`].toSorted();
    const { participants } = await until(
      () => meeting.look(),
      ({ media, participants }) => {
        if (!participants.some(({ id }) => id === after.id)) return false;
        const decoded = media.filter(({ medium, frames }) => medium === 'pictures' && frames > 0);
        return (
          decoded
            .map(({ kind, participant_id }) => `${kind} ${participant_id}`)
            .toSorted()
            .join() === wanted.join()
        );
      },
    );
    expect(
      participants.map(({ name, user_uuid, has_camera, is_sharing }) => [name, user_uuid, has_camera, is_sharing]),
    ).toEqual(
      expect.arrayContaining([
        ['Ada', ada.id, true, false],
        ['Ben', ben.id, true, true],
      ]),
    );
    const alike = participants.filter(({ name }) => name === 'Notes').map(({ id, is_self }) => ({ id, is_self }));
    expect(alike).toEqual([
      { id: before.id, is_self: false },
      { id: own?.id, is_self: true },
      { id: after.id, is_self: false },
    ]);
    expect(participants.length).toBe(5);
  });

  it('is whom the page’s call names, though others of its name came after it, and sees nobody who waits in the lobby', async () => {
    const played = facsimile.meeting();
    const zoe = played.wait('Zoe');
    await using meeting = await join(played.url);
    await inside(meeting);
    const { member: own } = await facsimile.desk.asked(played);
    const after = played.enter('Notes', { isGuest: true });
    const people = async (count: number) => {
      const { participants } = await until(
        () => meeting.look(),
        ({ participants }) => participants.length === count,
      );
      return participants.map(({ id, is_self }) => [id, is_self]);
    };
    const known = [
      [own?.id, true],
      [after.id, false],
    ];
    expect(await people(2)).toEqual(known);
    played.enter('Zoe', { id: zoe.id });
    expect(await people(3)).toEqual(expect.arrayContaining([...known, [zoe.id, false]]));
  });

  it('knows a thousand of more people, itself among them, of whom an answer of more than 1 MB tells', async () => {
    const played = facsimile.meeting();
    played.enter('Ada', { isHost: true });
    played.fill(1_200);
    await using meeting = await join(played.url);
    const { participants, untold } = await until(
      () => meeting.look(),
      ({ participants }) => participants.length > 2,
    );
    expect([participants.length, participants.at(-1)?.is_self, untold]).toEqual([1_000, true, 202]);
  });

  it.each(['start', 'call'] as const)('knows who was there before it where only the %s tells', async (toldBy) => {
    const played = facsimile.meeting();
    played.toldBy = toldBy;
    const people = [played.enter('Ada', { isHost: true }), played.enter('Ben')];
    await using meeting = await join(played.url);
    const { participants } = await until(
      () => meeting.look(),
      ({ participants }) => participants.length === 3,
    );
    expect(participants.filter(({ is_self }) => !is_self).map(({ id, is_host }) => [id, is_host])).toEqual([
      [people[0]?.id, true],
      [people[1]?.id, false],
    ]);
  });

  it('believes nothing that is told by a socket in whose place its page has opened another one', async () => {
    const played = facsimile.meeting();
    const ada = played.enter('Ada', { isHost: true });
    await using meeting = await join(played.url);
    await inside(meeting);
    const guest = await facsimile.desk.asked(played);
    const seen = (name: string) =>
      until(
        () => meeting.look(),
        ({ participants }) => participants.some((one) => one.name === name),
      );
    await seen('Ada');
    facsimile.reconnect(guest);
    await until(
      () => facsimile.tellLate(guest, 'nobody'),
      (isTold) => isTold,
    );
    played.enter('Ben');
    await seen('Ben');
    facsimile.tellLate(guest, ada.id);
    played.enter('Cy');
    const { participants } = await seen('Cy');
    expect(participants.map(({ name }) => name).toSorted()).toEqual(['Ada', 'Ben', 'Cy', 'Notes']);
  });

  it.each(['worker', 'socket', 'row'] as const)('reads each message once, with who wrote it, by a %s', async (by) => {
    const played = facsimile.meeting();
    if (by === 'row') played.keepsToItself = true;
    else played.chatBy = by;
    const [ada, ben] = [played.enter('Ada'), played.enter('Ben')];
    await using meeting = await join(played.url);
    await inside(meeting);
    played.write(ada.id, 'One\nTwo');
    played.write(ada.id, 'Three');
    await until(
      () => meeting.look(),
      ({ messages }) => messages.length > 1,
    );
    await meeting.sendChat?.({ to: 'everyone', text: 'Noted.' });
    played.write(ben.id, 'Four');
    played.edit(ada.id, 'Three', 'Three and a half');
    const { messages } = await until(
      () => meeting.look(),
      ({ messages }) => messages.length > 3 && messages.some(({ edited_at_ms }) => edited_at_ms !== null),
    );
    const { member: own } = await facsimile.desk.asked(played);
    expect(messages.map(({ sender_id, text }) => [sender_id, text])).toEqual([
      [ada.id, 'One\nTwo'],
      [ada.id, 'Three and a half'],
      [own?.id, 'Noted.'],
      [ben.id, 'Four'],
    ]);
  });

  it.each(['menu', 'toolbar'] as const)(
    'has captions on, and leaves them on, that are in the %s, in the language that is asked for',
    async (place) => {
      const played = facsimile.meeting();
      played.captionsPlace = place;
      const ada = played.enter('Ada');
      await using meeting = await join(played.url);
      await inside(meeting);
      await meeting.settle();
      await meeting.settle();
      expect(await meeting.captionIn?.('de-DE')).toBe(true);
      played.caption(ada.id, 'Good morning.');
      played.caption(played.knowVoice('Cy'), 'Hello from the room.');
      const { captions } = await until(
        () => meeting.look(),
        ({ captions }) => captions.some(({ text }) => text === 'Hello from the room.'),
      );
      expect(captions.map(({ speaker_name, text }) => [speaker_name, text])).toEqual([
        ['Ada', 'Good morning.'],
        ['Cy', 'Hello from the room.'],
      ]);
      const { open } = await facsimile.desk.asked(played);
      expect([...open]).not.toContain('menu');
      // The servers may recognise last words late, and call an account by a part of its id.
      played.leave(ada.id);
      await until(
        () => meeting.look(),
        ({ participants }) => participants.every(({ id }) => id !== ada.id),
      );
      played.caption(ada.id.replace('8:orgid:', ''), 'Bye.');
      const later = await until(
        () => meeting.look(),
        ({ captions }) => captions.some(({ text }) => text === 'Bye.'),
      );
      expect(later.captions.at(-1)?.speaker_id).toBe(ada.id);
    },
  );

  it('records the picture of whoever speaks, under their own name', async () => {
    const played = facsimile.meeting();
    const clips = ['elena-01', 'jonas-01', 'tom-01'];
    const people = seenNames.map((name, index) => {
      const { id, number } = played.enter(name, { camera: true });
      const speak = (for_ms: number) => played.talk.sayFor(id, clips[index] ?? '', for_ms);
      return { colour: pictureFor(number).colour, speak };
    });
    await using meeting = await join(played.url);
    await inside(meeting);
    await expectSeen(meeting, world.browser, new URL('/nothing', played.url).href, people);
  });

  it('finds a speaker in its page, by which sound can be played, and leave to use devices, and no other device', async () => {
    const { page, meeting: opened } = await world.openPage(facsimile.meeting().url);
    await using meeting = opened;
    await meeting.load();
    const found = await page.page.evaluate(async () => {
      const devices = await navigator.mediaDevices.enumerateDevices();
      await new Audio().setSinkId(devices[0]?.deviceId ?? 'none');
      const { state } = await navigator.permissions.query({ name: 'microphone' });
      return { devices: devices.map(({ kind, deviceId }) => [kind, deviceId]), state };
    });
    expect(found).toEqual({ devices: [['audiooutput', 'default']], state: 'granted' });
  });

  it('has joined a meeting that keeps its form, out of sight', async () => {
    const played = facsimile.meeting();
    played.door = { page: 't28-prejoin-left-behind-hidden' };
    await using meeting = await join(played.url);
    await until(
      () => meeting.look(),
      ({ phase }) => phase === 'in_meeting',
    );
  });

  it('gets in under what the form takes of its name, and knows itself by that', async () => {
    const played = facsimile.meeting();
    await using meeting = await world.open(played.url);
    await loadAndAskIn(meeting, 'Ada’s notes (Acme)');
    const { participants } = await inside(meeting);
    expect(participants.map(({ name, is_self }) => ({ name, is_self }))).toEqual([
      { name: "Ada's notes Acme", is_self: true },
    ]);
  });

  it.each(['t01-launcher', 't01-launcher-german'])('goes past %s, and gets in', async (page) => {
    const played = facsimile.meeting();
    played.opensWith = page;
    await using meeting = await join(played.url);
    await inside(meeting);
  });

  it('is told to sign in where its page asks for an account over the form, once it has asked to be let in', async () => {
    const played = facsimile.meeting();
    played.door = { page: 't18-sign-in-in-the-page' };
    await using meeting = await join(played.url);
    const { page } = await until(
      () => meeting.look(),
      ({ phase }) => phase === 'login_required',
    );
    expect(page?.page_state).toBe('T18_sign_in_asked');
  });

  it('has asked, where the lobby keeps the form and its button', async () => {
    const played = facsimile.meeting();
    played.door = { page: 't09-lobby-screen-around-the-form' };
    await using meeting = await world.open(played.url);
    await meeting.load();
    await until(
      () => meeting.look(),
      ({ phase }) => phase === 'pre_join',
    );
    await meeting.prepare('Notes');
    await meeting.join();
    await until(
      () => meeting.look(),
      ({ phase }) => phase === 'waiting_room',
    );
  });

  it('takes its request back when it goes while it waits', async () => {
    const played = facsimile.meeting();
    played.door = { page: 't09-over-the-form' };
    await using meeting = await join(played.url);
    await until(
      () => meeting.look(),
      ({ phase }) => phase === 'waiting_room',
    );
    const guest = await facsimile.desk.asked(played);
    await meeting.leave();
    await until(
      () => guest.place,
      (place) => place === 't34-left',
    );
  });

  it('gets in past dialogs, presses that are lost and a page that is drawn anew, and is let in from the lobby', async () => {
    const played = facsimile.meeting({
      ...badly,
      dialogs: ['gate'],
      dialogsAfter: ['no_devices'],
      wire: { brokenOneOf: 10, doubledOneOf: 5, swappedOneOf: 7 },
    });
    played.enter('Ada', { isHost: true });
    played.door = 'lobby';
    await using meeting = await join(played.url);
    await until(
      () => meeting.look(),
      ({ phase }) => phase === 'waiting_room',
    );
    const guest = await facsimile.desk.asked(played);
    await guest.admit();
    await inside(meeting);
    guest.visit.tell({ type: 'hang', for_ms: 2_000 });
    await meeting.sendChat?.({ to: 'everyone', text: 'I take the minutes.' });
    expect(played.messages.map(({ text }) => text)).toEqual(['I take the minutes.']);
    await expectHeardBot(meeting, guest);
    await guest.remove();
    await until(
      () => meeting.look(),
      ({ phase }) => phase === 'removed',
    );
  });
});
