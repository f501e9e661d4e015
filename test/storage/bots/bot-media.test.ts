import { describe, expect, it } from 'vitest';
import { BytesMissingError } from '../../../lib/domain/errors.ts';
import { mediaBelow } from '../../../lib/storage/bots/bot-media.ts';
import { memoryMediaStore } from '../../lab/doubles/memory-media-store.ts';

const text = (bytes: Uint8Array | undefined): string | undefined => bytes && Buffer.from(bytes).toString();

describe('the media of one bot', () => {
  const opened = async () => {
    const all = memoryMediaStore();
    await all.put('prj_1/bot_2/a', Buffer.from('of another bot'), 'text/plain');
    return { all, own: mediaBelow(all, 'prj_1/bot_1/') };
  };

  it('lies in its folder, and nothing else is seen', async () => {
    const { all, own } = await opened();
    await own.put('segments/1', Buffer.from('one'), 'text/plain');
    expect(await all.list('')).toEqual(['prj_1/bot_1/segments/1', 'prj_1/bot_2/a']);
    expect(await own.list('')).toEqual(['segments/1']);
    expect(text(await own.get('segments/1'))).toBe('one');
    await own.deleteAll('');
    expect(await all.list('')).toEqual(['prj_1/bot_2/a']);
  });

  it('is composed of its own objects, and what is missing is told by its own name', async () => {
    const { own } = await opened();
    await own.put('1', Buffer.from('one'), 'text/plain');
    await own.compose('whole', [{ name: '1', from: 1, bytes: 2 }], 'text/plain');
    expect(text(await own.get('whole'))).toBe('ne');
    const missing = own.compose('whole', [{ name: 'a', from: 0, bytes: 2 }], 'text/plain');
    await expect(missing).rejects.toThrow(new BytesMissingError('a'));
  });
});
