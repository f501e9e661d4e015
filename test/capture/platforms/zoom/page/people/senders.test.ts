import { describe, expect, it } from 'vitest';
import { createSenders } from '../../../../../../lib/capture/platforms/zoom/page/people/senders.ts';

const notes = { id: '1:Notes', name: 'Notes' };
const person = (name: string, place = 1) => ({ id: `${place}:${name}`, name });
const ada = person('Ada');

/** Who has written messages in a meeting of these others, one after the other. */
const meet = (...others: readonly { id: string; name: string }[]) => {
  let now_ms = 0;
  const senders = createSenders({
    self: () => notes,
    others: (name) => others.filter((one) => one.name === name),
    now: () => now_ms,
  });
  return {
    ...senders,
    pass: (ms: number) => {
      now_ms += ms;
    },
    idOf: (name: string, user = '', text = 'Noted', isAnswerable = false) =>
      senders.of({ name, user, isAnswerable }, text).id,
  };
};

describe("whoever has written in the chat of Zoom's client", () => {
  it('is the one who is called so, and nobody of whom it is not known which one it was', () => {
    const { idOf } = meet(ada, person('Maya'), person('Maya', 2));
    expect([idOf('Ada', '5'), idOf('Maya', '6'), idOf('Zoe', '7')]).toEqual(['1:Ada', '0:Maya', '0:Zoe']);
  });

  it.each(['Me', 'You', 'me'])(
    'is the bot where the client calls it %s, and nobody who is there is called so',
    (word) => {
      expect(meet(ada).idOf(word, '2')).toBe(notes.id);
      expect(meet(ada).idOf(word)).toBe(notes.id);
    },
  );

  it.each(['Me', 'You'])(
    'is somebody who is really called %s, and the bot by the text that it was about to write',
    (word) => {
      const { expect: about, idOf } = meet(ada, person(word));
      expect(idOf(word, '5', 'Hello')).toBe(`1:${word}`);
      about('Noted');
      expect(idOf(word, '5', 'Noted', true)).toBe(`1:${word}`);
      expect(idOf(word, '2', 'Noted')).toBe(notes.id);
      expect([idOf(word, '2', 'Bye'), idOf(word, '5', 'Bye')]).toEqual([notes.id, `1:${word}`]);
    },
  );

  it('is the bot in any language, once it has written something', () => {
    const { expect: about, idOf } = meet(ada);
    about('Notiert');
    expect([idOf('Mich', '2', 'Notiert'), idOf('Mich', '2', 'Danke')]).toEqual([notes.id, notes.id]);
  });

  it('is not the bot who says what it was about to write, and is called otherwise', () => {
    const { expect: about, idOf } = meet(ada);
    about('Hello');
    expect([idOf('Ada', '5', 'Hello'), idOf('Me', '2', 'Hello')]).toEqual(['1:Ada', notes.id]);
  });

  it('is not the bot by a word, once it is known by its number', () => {
    const { expect: about, idOf } = meet(ada);
    about('Hello');
    expect(idOf('Me', '2', 'Hello')).toBe(notes.id);
    // Somebody of that name who has left.
    expect(idOf('Me', '5', 'Bye')).toBe('0:Me');
  });

  it('is somebody else of the bot’s own name, where it is them that are there', () => {
    expect(meet(ada, person('Notes', 2)).idOf('Notes', '5')).toBe('2:Notes');
  });

  it('is not known any more by a number of another room', () => {
    const { expect: about, forget, idOf } = meet(ada, person('Me'));
    about('Hello');
    expect(idOf('Me', '2', 'Hello')).toBe(notes.id);
    forget();
    expect(idOf('Me', '2', 'Hi')).toBe('1:Me');
  });

  it('is not the bot that was about to write it long ago', () => {
    const { expect: about, idOf, pass } = meet(ada);
    about('Hello');
    pass(30_001);
    expect(idOf('Zoe', '5', 'Hello')).toBe('0:Zoe');
  });

  it('is expected to be the bot until it was seen, or is not looked for any more', () => {
    const { expect: about, idOf, isExpecting, pass } = meet(ada);
    expect(isExpecting()).toBe(false);
    about('Hello');
    expect(isExpecting()).toBe(true);
    idOf('Me', '2', 'Hello');
    expect(isExpecting()).toBe(false);
    about('Bye');
    pass(30_001);
    expect(isExpecting()).toBe(false);
  });
});
