import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkedScript } from '../../../../dashboard/bots/send/script-check.ts';

const people = [{ name: 'Maya', host: true }, { name: 'Jonas' }];
const faultsOf = (script: unknown) => {
  const checked = checkedScript(typeof script === 'string' ? script : JSON.stringify(script));
  return 'faults' in checked ? checked.faults : [];
};

describe("a script of one's own", () => {
  it('is told in numbers when the room would play it', () => {
    const timeline = [{ at_ms: 500, who: 'Maya', do: 'chat', text: 'Hello' }];
    const checked = checkedScript(JSON.stringify({ participants: people, timeline }));
    expect(checked).toMatchObject({ says: '2 people, 1 entry, 0:02.' });
  });

  it('may be one that comes with the room', () => {
    const script = readFileSync(new URL('../../../../lib/demo-room/scripts/two-people.json', import.meta.url), 'utf8');
    expect(checkedScript(script)).toMatchObject({ says: expect.stringMatching(/^2 people, \d+ entries, /) });
  });

  it.each([
    ['{ "participants": ', /^It is not JSON: /],
    [
      { participants: people, timeline: [{ at_ms: 0, who: 'Tom', do: 'leave' }] },
      "timeline 1, who: there is no participant named 'Tom'",
    ],
    [
      { participants: people, timeline: [{ at_ms: 0, who: 'Jonas', do: 'end' }] },
      'timeline 1, do: only a participant with "host": true can end',
    ],
    [
      { participants: people, timeline: [{ at_ms: 0, who: 'Maya', do: 'say', clip: 'x' }] },
      "timeline 1, clip: there is no clip 'x'; see clips/clips.json",
    ],
  ])('says what is wrong with it, and where: %j', (script, fault) => {
    expect(faultsOf(script)).toEqual([fault instanceof RegExp ? expect.stringMatching(fault) : fault]);
  });
});
