import { describe, expect, it } from 'vitest';
import { shownOf } from '../../../../lib/capture/platforms/page/shown.ts';

const isBot = (one: { readonly id: string }): boolean => one.id === 'bot';
const guests = Array.from({ length: 1_200 }, (_, number) => ({ id: `p${number}` }));
const bot = { id: 'bot' };

describe('whom a view shows', () => {
  it('is everybody, in their order, as long as it holds them', () => {
    const people = [...guests.slice(0, 998), bot, ...guests.slice(998, 999)];
    expect(shownOf(people, isBot)).toEqual({ participants: people, untold: 0 });
  });

  it('is of more than it holds those who stand first, and the bot wherever it stands', () => {
    expect(shownOf([...guests, bot], isBot)).toEqual({ participants: [...guests.slice(0, 999), bot], untold: 201 });
    expect(shownOf([...guests.slice(0, 7), bot, ...guests.slice(7)], isBot)).toEqual({
      participants: [...guests.slice(0, 7), bot, ...guests.slice(7, 999)],
      untold: 201,
    });
  });

  it('is of those whom nobody knows the bot among as many as it holds', () => {
    expect(shownOf(guests, isBot)).toEqual({ participants: guests.slice(0, 1_000), untold: 200 });
  });
});
