import { describe, expect, it } from 'vitest';
import type { Media } from '../../../lib/capture/streams/rtms/messages.ts';
import { createStreamTalk } from '../../../lib/capture/streams/stream-talk.ts';

const said = (timestamp: number, data: string): Media => ({ user_id: '1', user_name: 'Maya', timestamp, data });

describe('what is written in a streamed meeting', () => {
  it.each(['captions', 'messages'] as const)('is there once, also what comes again: its %s', (kind) => {
    const talk = createStreamTalk();
    const put = kind === 'captions' ? talk.write : talk.chat;
    put(said(1_000, 'Welcome'));
    put(said(2_000, 'Let us begin'));
    put(said(1_000, 'Welcome'));
    expect(talk[kind].map(({ text }) => text)).toEqual(['Welcome', 'Let us begin']);
  });

  it.each([
    ['captions', 200],
    ['messages', 1_000],
  ] as const)('is forgotten for what is new: of %s the newest %i are kept', (kind, most) => {
    const talk = createStreamTalk();
    const put = kind === 'captions' ? talk.write : talk.chat;
    for (let number = 0; number <= most; number += 1) put(said(number, `no. ${number}`));
    expect(talk[kind]).toHaveLength(most);
    expect(talk[kind][0]?.text).toBe('no. 1');
  });
});
