/** How captions come from the facsimile of Google Meet: see test/facsimiles/meetings. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { googleMeet } from '../../../../lib/capture/platforms/google-meet/index.ts';
import { googleMeet as facsimileOf } from '../../../facsimiles/meetings/google-meet/google-meet.ts';
import { type FacsimileWorld, openFacsimileWorld } from '../../../facsimiles/meetings/world.ts';
import { until } from '../../../lab/until.ts';
import { loadAndAskIn } from '../../../lab/worlds/ask-in.ts';
import { see } from '../../../lab/worlds/see.ts';

let world: FacsimileWorld;
beforeAll(async () => {
  world = await openFacsimileWorld(facsimileOf(), googleMeet);
});
afterAll(async () => world?.[Symbol.asyncDispose]());

describe('a bot in a Google Meet', { concurrent: true }, () => {
  it('reads the captions of the newer channel, and tells none twice that the page shows too', async () => {
    const room = world.facsimile.meeting({ newerCaptions: true });
    const ada = room.enter('Ada');
    await using meeting = await world.open(room.url);
    await loadAndAskIn(meeting);
    await see(meeting, ({ phase, participants }) => phase === 'in_meeting' && participants.length === 2);
    await meeting.settle();
    const said: string[] = [];
    const say = (): void => {
      said.push(`Sentence ${said.length + 1}.`);
      room.caption(ada.id, said.at(-1) ?? '');
    };
    const isByChannel = ({ id }: { readonly id: string }): boolean => id.startsWith('captions_v2 ');
    // The page may show the first ones before its channel is open.
    await until(
      () => {
        say();
        return meeting.look();
      },
      ({ captions }) => captions.some(isByChannel),
    );
    // Of two that follow one is packed.
    for (const _ of [1, 2]) say();
    const { captions } = await see(meeting, ({ captions }) => captions.length >= said.length);
    expect(captions.map(({ text }) => text).toSorted()).toEqual(said.toSorted());
    expect(captions.slice(-2).every(isByChannel)).toBe(true);
    expect(new Set(captions.map(({ speaker_id }) => speaker_id))).toEqual(new Set([ada.id]));
  });

  it('goes on with the captions that the page shows once their channel is silent, and tells none twice', async () => {
    const room = world.facsimile.meeting({ captionsCeaseAfter: 1 });
    const ada = room.enter('Ada');
    await using meeting = await world.open(room.url);
    await loadAndAskIn(meeting);
    await see(meeting, ({ phase, participants }) => phase === 'in_meeting' && participants.length === 2);
    await meeting.settle();
    const said: string[] = [];
    const say = (text: string): void => {
      said.push(text);
      room.caption(ada.id, text);
    };
    say('Good morning.');
    await see(meeting, ({ captions }) => captions.length > 0);
    await until(
      () => {
        say(`Sentence ${said.length}.`);
        return meeting.look();
      },
      ({ captions }) => said.length > 2 && captions.some(({ text }) => text === said.at(-2)),
    );
    const { captions } = await see(meeting, ({ captions }) => captions.some(({ text }) => text === said.at(-1)));
    expect(captions.map(({ text }) => text)).toEqual(said);
  });
});
