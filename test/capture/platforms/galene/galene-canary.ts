/** The canary, led through a meeting in a group of Galène by somebody who does what it asks for. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isRight, walkThrough } from '../../../../bin/canary/walk.ts';
import { signs as galeneSigns } from '../../../../lib/capture/platforms/galene/signs.ts';
import { until } from '../../../lab/until.ts';
import type { GaleneWorld } from './galene-world.ts';

export const itLeadsTheCanaryThrough = (at: () => GaleneWorld): void => {
  it('leads the canary through, and each page is what the table takes it for', async () => {
    const group = at().newGroup();
    const ana = await at().enter(group, 'Ana', { microphone: true, hertz: 220 });
    const told: string[] = [];
    const speakUntilHeard = async (): Promise<void> => {
      const before = told.length;
      while (told.length === before) {
        const { start_ms } = await ana.speak(2_000);
        await until(
          () => told.length > before || Date.now() > start_ms + 2_500,
          (isOver) => isOver,
        );
      }
    };
    const does: Readonly<Record<string, () => Promise<unknown>>> = {
      'Unmute yourself': speakUntilHeard,
      'the word canary': () => ana.type('canary'),
      'Share your screen': () => ana.turn('screen', true),
      'Remove the bot': async () => at().server.kick(group, await at().botIn(group)),
    };
    const done: Promise<unknown>[] = [];
    const folder = mkdtempSync(join(tmpdir(), 'canary-'));
    try {
      const { meeting } = await at().openPage(at().server.groupUrl(group));
      await using walked = meeting;
      const steps = await walkThrough({
        meeting: walked,
        table: galeneSigns,
        bot_name: 'Notes',
        step_ms: 120_000,
        folder,
        tell(line) {
          told.push(line);
          for (const [words, act] of Object.entries(does)) if (line.includes(words)) done.push(act());
        },
      });
      await Promise.all(done);
      expect(
        steps.map(({ step, page_state, missed }) => [step, page_state, missed]),
        told.join('\n'),
      ).toEqual([
        ['open', 'G02_login', []],
        ['admit', 'G16_in_meeting', []],
        ['people', 'G16_in_meeting', []],
        ['speak', 'G16_in_meeting', []],
        ['chat', 'G16_in_meeting', []],
        ['share', 'G16_in_meeting', []],
        ['remove', 'G18_kicked', []],
      ]);
      expect(steps.filter((step) => !isRight(step))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
};
