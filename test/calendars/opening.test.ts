import { describe, expect, it, vi } from 'vitest';
import { readEach } from '../../lib/calendars/opening.ts';

describe('a page of events', () => {
  it('loses none but the one at which its reader fails, which is told as unread', () => {
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const read = ({ id }: { id: string }) => {
      if (id === 'b') throw new RangeError('Maximum call stack size exceeded');
      return id === 'c' ? undefined : { platform_uuid: id, platform_updated_at: null, details: undefined };
    };
    const page = readEach([{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }], (item) => read(item as { id: string }));
    expect(page.events.map(({ platform_uuid }) => platform_uuid)).toEqual(['a', 'd']);
    expect(page.unread).toEqual(['b', 'c']);
    expect(written).toHaveBeenCalledWith(expect.stringContaining('Maximum call stack size exceeded'));
  });
});
