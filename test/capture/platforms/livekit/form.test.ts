import { expect, it } from 'vitest';
import { liveKit } from '../../../../lib/capture/platforms/livekit/index.ts';
import { anEntry } from '../../../lab/pages/an-entry.ts';
import { someControls } from '../../../lab/pages/some-controls.ts';

/** A form before the door, in which some presses are lost, and the field for the name may be out of sight. */
const aForm = ({ lost = 0, hasName = true } = {}) => {
  const done: string[] = [];
  let presses = 0;
  const controls = someControls({
    frame: { evaluate: async () => undefined },
    until: async () => undefined,
    isShown: async () => hasName,
    type: async (_: string, text: string) => void done.push(text),
    turn: async (selector: string) => {
      presses += 1;
      if (presses <= lost) throw new Error('nothing has changed');
      done.push(/source="(\w+)"/.exec(selector)?.[1] ?? '');
    },
  });
  return {
    done,
    prepare: () => liveKit.prepare(controls, anEntry({ meeting_url: 'https://meet.example.com/rooms/standup' })),
  };
};

it('turns both devices off, and types the name', async () => {
  const { done, prepare } = aForm();
  await prepare();
  expect(done).toEqual(['microphone', 'camera', 'Notes']);
});

it('presses once more what did not hear it: a page that a server has drawn hears nothing at first', async () => {
  const [once, twice] = [aForm({ lost: 1 }), aForm({ lost: 2 })];
  await once.prepare();
  expect(once.done).toEqual(['microphone', 'camera', 'Notes']);
  await expect(twice.prepare()).rejects.toThrow('nothing has changed');
});

it('types no name where the page shows no field for it', async () => {
  const { done, prepare } = aForm({ hasName: false });
  await prepare();
  expect(done).toEqual(['microphone', 'camera']);
});
