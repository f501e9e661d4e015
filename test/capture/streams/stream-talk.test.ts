import { describe, expect, it } from 'vitest';
import type { Media } from '../../../lib/capture/streams/rtms/messages.ts';
import { readMessage } from '../../../lib/capture/streams/rtms/messages.ts';
import { createStreamTalk } from '../../../lib/capture/streams/stream-talk.ts';

/** What both kinds have in common. */
const talkOf = (kind: 'captions' | 'messages') => {
  const talk = createStreamTalk();
  return kind === 'captions'
    ? { put: (one: Media) => talk.write(one, 0), all: () => talk.captionsAt(0) }
    : { put: talk.chat, all: () => talk.messages };
};

const said = (timestamp: number, data: string): Media => ({ user_id: '1', user_name: 'Maya', timestamp, data });

describe('what is written in a streamed meeting', () => {
  it.each(['captions', 'messages'] as const)('is there once, also what comes again: its %s', (kind) => {
    const { put, all } = talkOf(kind);
    put(said(1_000, 'Welcome'));
    put(said(2_000, 'Let us begin'));
    put(said(1_000, 'Welcome'));
    expect(all().map(({ text }) => text)).toEqual(['Welcome', 'Let us begin']);
  });

  it.each([
    ['captions', 200],
    ['messages', 1_000],
  ] as const)('is forgotten for what is new: of %s the newest %i are kept', (kind, most) => {
    const { put, all } = talkOf(kind);
    for (let number = 0; number <= most; number += 1) put(said(number, `no. ${number}`));
    expect(all()).toHaveLength(most);
    expect(all()[0]?.text).toBe('no. 1');
  });
});

describe('a sentence that the platform says again', () => {
  const setUp = () => {
    const talk = createStreamTalk();
    /** As it comes from the platform. */
    const hear = (at_ms: number, attribute: number, data: string, more: object = {}) => {
      const content = { user_id: 1, data, timestamp: at_ms, start_time: 1_000, end_time: 2_000, attribute, ...more };
      const message = readMessage(
        Buffer.from(JSON.stringify({ msg_type: 17, content: { sentence_id: 18, ...content } })),
      );
      if (message?.msg_type !== 17) return expect.unreachable();
      return talk.write(message.content, at_ms);
    };
    const shown = (at_ms: number) => talk.captionsAt(at_ms).map(({ text, is_final }) => [text, is_final]);
    return { hear, shown, talk };
  };

  it('is one, as it was heard last, and final once it is not said again', () => {
    const { hear, shown, talk } = setUp();
    hear(2_000, 1, 'I want to by');
    const [first] = talk.captionsAt(2_000);
    expect(shown(2_500)).toEqual([['I want to by', false]]);
    hear(3_000, 2, 'I want to buy', { end_time: 2_100 });
    expect(shown(5_500)).toEqual([['I want to buy', false]]);
    expect(shown(6_000)).toEqual([['I want to buy', true]]);
    expect(talk.captionsAt(6_000)[0]?.id).toBe(first?.id);
  });

  it('is gone where it is withdrawn', () => {
    const { hear, shown } = setUp();
    hear(2_000, 1, 'I want to by');
    hear(3_000, 3, '');
    expect(shown(6_000)).toEqual([]);
  });

  it('is another one where its number began anew, and the same where it only comes again', () => {
    const { hear, shown } = setUp();
    hear(2_000, 1, 'Welcome');
    hear(9_000, 1, 'Welcome', { sentence_id: 1 });
    hear(9_000, 1, 'Thanks', { start_time: 8_000, end_time: 9_000 });
    expect(shown(20_000)).toEqual([
      ['Welcome', true],
      ['Thanks', true],
    ]);
  });
});
