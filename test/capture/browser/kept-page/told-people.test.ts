import { describe, expect, it } from 'vitest';
import { rememberPeople } from '../../../../lib/capture/browser/kept-page/told-people.ts';
import { signs as googleMeet } from '../../../../lib/capture/platforms/google-meet/signs.ts';
import { aParticipant, aView } from '../../../lab/builders/meeting-views.ts';

const message = { id: 'm', sender_id: 'ben', sender_name: 'Ben', to: 'everyone', timestamp_ms: 1, edited_at_ms: null };
const caption = { id: 'c', speaker_id: 'cem', speaker_name: 'Cem', start_ms: 1, duration_ms: 1, is_final: true };

const namesIn = (said: string): readonly string[] => {
  const people = rememberPeople(googleMeet.naming);
  people.note({ participants: [], messages: [], captions: [] }, [said]);
  return people.names;
};

describe('what a visit has told of people', () => {
  it('is still known when they have gone, and what they wrote and said with them', () => {
    const people = rememberPeople();
    people.note(
      aView({
        participants: [aParticipant('Ada')],
        messages: [{ ...message, text: 'Hello' }],
        asides: ['Not today'],
        captions: [{ ...caption, text: 'Good morning' }],
      }),
    );
    people.note(aView({ participants: [] }));
    expect({ names: people.names.toSorted(), texts: people.texts.toSorted() }).toEqual({
      names: ['Ada', 'Ben', 'Cem'],
      texts: ['Good morning', 'Hello', 'Not today'],
    });
  });

  it('is of as many as a view holds: those that were told last', () => {
    const people = rememberPeople();
    const crowd = Array.from({ length: 1_000 }, (_, number) => aParticipant(`P${number}`));
    people.note(aView({ participants: [aParticipant('Ada'), ...crowd.slice(1)] }));
    people.note(aView({ participants: crowd.slice(0, 2) }));
    expect(people.names).toHaveLength(1_000);
    expect([people.names.includes('Ada'), people.names.at(-1)]).toEqual([false, 'P1']);
  });

  it('is all of the last look, whatever is remembered beside it', () => {
    const people = rememberPeople();
    const many = <T>(count: number, make: (number: number) => T): T[] =>
      Array.from({ length: count }, (_, at) => make(at));
    const view = aView({
      participants: many(1_000, (at) => aParticipant(`P${at}`)),
      messages: many(1_000, (at) => ({ ...message, sender_name: `S${at}`, text: `message ${at}` })),
      captions: many(200, (at) => ({ ...caption, speaker_name: `C${at}`, text: `caption ${at}`, is_final: at > 0 })),
    });
    people.note(view);
    people.note(view);
    expect([people.names, people.texts].map((all) => new Set(all).size)).toEqual([2_200, 1_200]);
  });

  it('is of messages what was written last, however much was said since', () => {
    const people = rememberPeople();
    people.note(aView({ messages: [{ ...message, text: 'Hello' }] }));
    for (let at = 0; at < 1_200; at += 1) people.note(aView({ captions: [{ ...caption, text: `caption ${at}` }] }));
    expect([people.texts.includes('Hello'), people.texts.includes('caption 0')]).toEqual([true, false]);
  });

  it('is of a caption what it came to, and not each word that it began with', () => {
    const people = rememberPeople();
    for (const text of ['Data', 'Data is', 'Data is in the table'])
      people.note(aView({ captions: [{ ...caption, text, is_final: false }] }));
    expect(people.texts).toEqual(['Data is in the table']);
    people.note(aView({ captions: [{ ...caption, text: 'Data is in the table.' }] }));
    people.note(aView({}));
    expect(people.texts).toEqual(['Data is in the table.']);
  });

  it.each([
    ['Ines is in this call', ['Ines']],
    ['Ada Moreau and Ben are in this call', ['Ada Moreau', 'Ben']],
    ['Ready to join? You, Ada, Cem and 3 others are in this call.', ['Ada', 'Cem']],
    ['No one else is in this call', []],
    ['12 people are in this call', []],
    ['Someone else, 2 other people and 1 more are in this call', []],
    ['You Zhang, Everyone Els and More Nir are in this call', ['You Zhang', 'Everyone Els', 'More Nir']],
    ['Ada says who is in this call tomorrow', []],
  ])('is, before anybody is seen, whom the page names: %s', (said, names) => {
    expect(namesIn(said)).toEqual(names);
  });
});
