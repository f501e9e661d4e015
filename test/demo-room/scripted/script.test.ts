import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { interimTexts } from '../../../lib/demo-room/scripted/captioner.ts';
import { clips, clipsFolder } from '../../../lib/demo-room/scripted/clips.ts';
import { roundLength, Script } from '../../../lib/demo-room/scripted/script.ts';

const scriptsFolder = new URL('../../../lib/demo-room/scripts/', import.meta.url);

const aScript = (overrides: object = {}) => ({
  participants: [{ name: 'Maya', host: true }, { name: 'Jonas' }],
  timeline: [
    { at_ms: 0, who: 'Maya', do: 'say', clip: 'maya-01' },
    { at_ms: 3500, who: 'Jonas', do: 'chat', text: 'Hello' },
  ],
  ...overrides,
});

const messages = (input: object) =>
  Script.safeParse(input).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('a script', () => {
  it('fills in what is left out', () => {
    expect(Script.parse(aScript())).toMatchObject({
      start: 'when_called',
      repeat: false,
      participants: [
        { name: 'Maya', host: true, camera: { style: 'portrait' } },
        { name: 'Jonas', host: false },
      ],
    });
  });

  it('lasts until the last word is spoken, and a pause', () => {
    const script = Script.parse(aScript());
    expect(roundLength({ ...script, timeline: script.timeline.slice(0, 1) })).toBe(3053 + 1500);
  });

  it.each([
    [
      'an unknown participant',
      { timeline: [{ at_ms: 0, who: 'Ana', do: 'leave' }] },
      "timeline.0.who: there is no participant named 'Ana'",
    ],
    [
      'an unknown clip',
      { timeline: [{ at_ms: 0, who: 'Maya', do: 'say', clip: 'x' }] },
      "timeline.0.clip: there is no clip 'x'; see clips/clips.json",
    ],
    [
      'a host action by a guest',
      { timeline: [{ at_ms: 0, who: 'Jonas', do: 'end' }] },
      'timeline.0.do: only a participant with "host": true can end',
    ],
    [
      'an end that repeats',
      { repeat: true, timeline: [{ at_ms: 0, who: 'Maya', do: 'end' }] },
      'timeline.0.do: a script that repeats cannot end the meeting',
    ],
    [
      'two of one name',
      { participants: [{ name: 'Maya' }, { name: 'Maya' }], timeline: [] },
      "participants.1.name: there are two participants named 'Maya'",
    ],
    [
      'somebody saying two things at once',
      {
        timeline: [
          { at_ms: 0, who: 'Maya', do: 'say', clip: 'maya-01' },
          { at_ms: 1000, who: 'Maya', do: 'say', clip: 'maya-02' },
        ],
      },
      'timeline.1.at_ms: Maya is still speaking until 3053 ms',
    ],
  ])('is refused with %s', (_what, overrides, message) => {
    expect(messages(aScript(overrides))).toEqual([message]);
  });

  it('is refused with an unknown action or field', () => {
    expect(messages(aScript({ timeline: [{ at_ms: 0, who: 'Maya', do: 'dance' }] }))?.[0]).toMatch(
      /^timeline\.0\.do: /,
    );
    expect(messages(aScript({ tempo: 2 }))?.[0]).toMatch(/tempo/);
  });
});

describe('what comes with the project', () => {
  it.each(readdirSync(scriptsFolder))('%s is a valid script', (name) => {
    const script = Script.safeParse(JSON.parse(readFileSync(new URL(name, scriptsFolder), 'utf8')));
    expect(script.error).toBeUndefined();
  });

  it('has a sound file for every clip, and no other', () => {
    const files = readdirSync(clipsFolder).filter((name) => name.endsWith('.opus'));
    expect(files).toEqual([...clips.keys()].map((name) => `${name}.opus`).sort());
  });
});

describe('a caption', () => {
  it('grows word by word up to the whole sentence', () => {
    expect(interimTexts('Good morning Jonas, thanks for making the time today.')).toEqual([
      'Good morning Jonas,',
      'Good morning Jonas, thanks for making',
    ]);
    expect(interimTexts('Yes, sure.')).toEqual([]);
  });
});
