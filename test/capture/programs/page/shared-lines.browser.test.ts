import { describe, expect, it } from 'vitest';
import { closeChromium } from '../../../../lib/capture/browser/chromium/chromium.ts';
import type { AttributedSound } from '../../../../lib/capture/meeting/speech.ts';
import { sourceOf, startLineForwarder } from '../../../lab/hosts/line-forwarder.ts';
import { patientBrowser } from '../../../lab/hosts/patient-browser.ts';
import { until } from '../../../lab/until.ts';
import { type Name, names, voicesIn, windowMs } from '../../browser/heard-voices.ts';
import { aSite, fixtures, openHookedPage, setClockBeforeWorker } from '../../browser/hooked-page.ts';

/** A busy machine tears holes into what somebody says, who then seems to begin again. */
const inTurn = <T>(of: readonly T[]): T[] => of.filter((one, index) => one !== of[index - 1]);

/** Of which there is one in 50 ms. */
const enoughLooks = 16;

describe('lines that several people share', () => {
  it('give each moment to who was heard then, with nothing lost or mixed where one follows another', async () => {
    await using site = await aSite(await fixtures('voices', 'shared-lines'));
    await using forwarder = startLineForwarder(2);
    const browser = await patientBrowser({ width: 640, height: 360 });
    try {
      await using hooked = await openHookedPage(browser, site.url());
      const { meeting, page } = hooked;
      // Whose a line was is told by clocks that nobody sets.
      await setClockBeforeWorker(page, 3_000);
      const evaluate = async (expression: string): Promise<string> => String(await page.evaluate(expression));
      const answer = await forwarder.hear(await evaluate('speak()'));
      await page.evaluate(`speakers.setRemoteDescription(${JSON.stringify({ type: 'answer', sdp: answer })})`);
      await forwarder.offer((sdp) => evaluate(`listen(${JSON.stringify(sdp)})`));

      const pieces: AttributedSound[] = [];
      meeting.onPiece((piece) => pieces.push(piece));
      const started: string[] = [];
      /** How often the page has looked at a line while somebody was heard on it. */
      const looksAt = async (name: Name): Promise<number> =>
        Number(
          await evaluate(
            `moments.filter(({ sources: [one] }) => one?.source === ${sourceOf(names.indexOf(name))}).length`,
          ),
        );
      /** Until somebody is heard to begin, and has had time to say something, as far as the page could look. */
      const untilHeard = async (name: Name) => {
        const [before, known] = [await looksAt(name), started.length];
        await until(
          async () => {
            const { speech } = await meeting.read();
            for (const { type, participant_id } of speech) if (type === 'speech_start') started.push(participant_id);
            return started.indexOf(name, known) >= 0 && (await looksAt(name)) - before > enoughLooks;
          },
          Boolean,
          50,
        );
      };
      // One line belongs to one person all the time, as another changes hands.
      forwarder.put(1, names.indexOf('dee'));
      await untilHeard('dee');
      await meeting.listen({ pieces: true });
      const turns: Name[] = ['ada', 'ben', 'cy', 'ada', 'cy', 'ben', 'ada', 'ben'];
      for (const name of turns) {
        forwarder.put(0, names.indexOf(name));
        await untilHeard(name);
      }
      await meeting.listen({ pieces: false });

      const ofFirst = pieces.filter(({ participant_id }) => participant_id !== 'dee');
      expect(inTurn(started.filter((name) => name !== 'dee'))).toEqual(turns);
      // What came while the page was held up is nobody's.
      expect(inTurn(ofFirst.flatMap(({ participant_id }) => participant_id ?? []))).toEqual(turns);
      const heard = pieces.flatMap((piece) => voicesIn(piece).map((voice) => ({ voice, said: piece.participant_id })));
      const wrong = heard.filter(({ voice, said }) => voice !== said && said !== null);
      expect(wrong.length / heard.length).toBeLessThan(0.05);
      const gaps_ms = ofFirst.flatMap(({ participant_id, start_timestamp_ms, duration_ms }, index) => {
        const next = ofFirst[index + 1];
        if (!next || next.participant_id === participant_id) return [];
        return next.start_timestamp_ms - start_timestamp_ms - duration_ms;
      });
      expect(gaps_ms.toSorted((one, other) => one - other)[Math.floor(gaps_ms.length / 2)]).toBeLessThan(windowMs);
      // What the packets said is what the page was told.
      const told: { sources: { source: number; level: number }[] }[] = JSON.parse(
        await evaluate('JSON.stringify(moments)'),
      );
      const sources = told.flatMap((moment) => moment.sources);
      expect(new Set(sources.map(({ source }) => source))).toEqual(new Set(names.map((_, index) => sourceOf(index))));
      expect(sources.some(({ level }) => level > 0.01)).toBe(true);
    } finally {
      await closeChromium(browser);
    }
  });
});
