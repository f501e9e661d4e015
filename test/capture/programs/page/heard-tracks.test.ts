import { describe, expect, it } from 'vitest';
import { createHeardTracks } from '../../../../lib/capture/programs/page/heard-tracks.ts';
import type { ReceivedTrack } from '../../../../lib/capture/programs/page/platform-page.ts';

const aTrack = (id: string, kind = 'audio') => ({ id, kind }) as MediaStreamTrack;
const received = (id: string, kind?: string) => ({ track: aTrack(id, kind) }) as ReceivedTrack;

/** A page whose sound comes by tracks until it is told otherwise, and what those who listen are told. */
const world = () => {
  const log: string[] = [];
  const page: { way: 'tracks' | 'output' } = { way: 'tracks' };
  const user = {
    take: ({ track }: ReceivedTrack) => log.push(`take ${track.id}`),
    drop: ({ track }: ReceivedTrack) => log.push(`drop ${track.id}`),
    takeOutput: ({ id }: MediaStreamTrack) => log.push(`take ${id}`),
    dropOutput: ({ id }: MediaStreamTrack) => log.push(`drop ${id}`),
  };
  const output = {
    start: () => aTrack('output'),
    stop: () => log.push('stop'),
  };
  const heard = createHeardTracks({ soundComesBy: () => page.way }, output, [user]);
  return { heard, page, told: () => log.splice(0) };
};

describe('the sound of people', () => {
  it('is listened to by its tracks, and those of pictures are nobody’s voice', () => {
    const { heard, told } = world();
    const ada = received('ada');
    heard.take(ada);
    heard.take(received('camera', 'video'));
    heard.look([]);
    heard.drop(ada);
    expect(told()).toEqual(['take ada', 'drop ada']);
    expect(heard.output).toBeUndefined();
  });

  it('is listened to in one way at a time, whichever it comes by', () => {
    const { heard, page, told } = world();
    const [ada, ben, cy] = [received('ada'), received('ben'), received('cy')];
    heard.take(ada);
    heard.take(ben);
    told();
    page.way = 'output';
    heard.look([]);
    heard.look([]);
    expect(told()).toEqual(['drop ada', 'drop ben', 'take output']);
    expect(heard.output?.id).toBe('output');
    // Who comes and goes meanwhile is only remembered.
    heard.take(cy);
    heard.drop(ben);
    expect(told()).toEqual([]);
    page.way = 'tracks';
    heard.look([]);
    expect(told()).toEqual(['drop output', 'stop', 'take ada', 'take cy']);
    expect(heard.output).toBeUndefined();
  });

  it('is listened to once where one track repeats another', () => {
    const log: string[] = [];
    const user = {
      take: ({ track }: ReceivedTrack) => log.push(`take ${track.id}`),
      drop: ({ track }: ReceivedTrack) => log.push(`drop ${track.id}`),
      takeOutput: () => undefined,
      dropOutput: () => undefined,
    };
    let first = 'mix';
    const heard = createHeardTracks({ repeats: ({ track }) => track.id !== first }, undefined, [user]);
    const again = received('again');
    heard.take(received('mix'));
    heard.take(again);
    heard.look([]);
    expect(log.splice(0)).toEqual(['take mix']);
    first = 'again';
    heard.look([]);
    heard.look([]);
    expect(log.splice(0)).toEqual(['drop mix', 'take again']);
    heard.drop(again);
    heard.look([]);
    expect(log).toEqual(['drop again']);
  });
});
