import { describe, expect, it } from 'vitest';
import { createStreamPeople } from '../../../lib/capture/streams/stream-people.ts';

const maya = { id: '1', name: 'Maya' };
const jonas = { id: '2', name: 'Jonas' };

const aMeeting = () => {
  const people = createStreamPeople();
  const present = () => people.all.map(({ name, joined_at_ms }) => `${name} since ${joined_at_ms}`);
  return { people, present };
};

describe('who is in a streamed meeting', () => {
  it('are those whose coming was told, until they leave', () => {
    const { people, present } = aMeeting();
    people.join(maya, 1_000);
    people.join(jonas, 2_000);
    people.leave(maya.id, 3_000);
    expect(present()).toEqual(['Jonas since 2000']);
  });

  it('are also those of whom anything comes: whoever was there before is not told of', () => {
    const { people, present } = aMeeting();
    people.sense(maya, 5_000);
    people.sense(maya, 6_000);
    expect(present()).toEqual(['Maya since 5000']);
  });

  it('are known once they have a name', () => {
    const { people, present } = aMeeting();
    const nameless = { ...maya, name: '' };
    people.sense(nameless, 5_000);
    expect(present()).toEqual([]);
    people.sense(maya, 6_000);
    people.sense(nameless, 7_000);
    expect(present()).toEqual(['Maya since 6000']);
  });

  it('are not those whose last words come after they have left', () => {
    const { people, present } = aMeeting();
    people.join(maya, 1_000);
    people.leave(maya.id, 10_000);
    people.sense(maya, 14_000);
    expect(present()).toEqual([]);
  });

  it('come back, told or not', () => {
    const { people, present } = aMeeting();
    for (const one of [maya, jonas]) {
      people.join(one, 1_000);
      people.leave(one.id, 10_000);
    }
    people.join(maya, 11_000);
    people.sense(maya, 12_000);
    people.sense(jonas, 30_000);
    expect(present()).toEqual(['Maya since 11000', 'Jonas since 30000']);
  });

  it('are none when it is over', () => {
    const { people, present } = aMeeting();
    people.join(maya, 1_000);
    people.clear();
    expect(present()).toEqual([]);
  });
});
